;;; lsf-mode.el --- Configuration files of IBM Spectrum LSF -*- lexical-binding: t; -*-

;; Copyright (C) 2026 the lsflint authors

;; Author: the lsflint authors
;; Maintainer: the lsflint authors
;; URL: https://github.com/OWNER/lsflint
;; Version: 0.1.0
;; Package-Requires: ((emacs "27.1"))
;; Keywords: languages
;; SPDX-License-Identifier: MIT OR Apache-2.0

;;; Commentary:

;; A major mode for lsb.queues, lsf.cluster, lsf.conf and other files of IBM Spectrum LSF: colors, comments, and an index of
;; the sections.  The package `lsflint' adds a language server, `lsf-ts-mode' colors by tree-sitter.

;;; Code:

;;;###autoload
(defconst lsf-mode-files
  (concat "\\(?:\\`\\|/\\)\\(?:"
          (regexp-opt '("lsb.applications" "lsb.globalpolicies" "lsb.hosts" "lsb.modules" "lsb.params" "lsb.queues"
                        "lsb.reasons" "lsb.resources" "lsb.serviceclasses" "lsb.threshold" "lsb.users" "lsf.cluster"
                        "lsf.conf" "lsf.datamanager" "lsf.licensescheduler" "lsf.shared" "lsf.sudoers" "lsf.task"
                        "lsf.usermapping" ".lsftask"))
          "\\(?:" (regexp-opt '(".in" ".erb" ".j2" ".tmpl" ".template")) "\\)*"
          "\\|lsf\\.\\(?:cluster\\|datamanager\\|task\\)\\.[^/]+\\)\\'")
  "Names of the files that LSF reads.")

(defconst lsf-mode-font-lock-keywords
  `(("^[ \t]*\\(Begin\\|End\\)\\>[ \t]*\\(\\w*\\)" (1 font-lock-keyword-face) (2 font-lock-type-face))
    ("^[ \t]*\\(#\\(?:if\\|elif\\|else\\|endif\\|define\\|include\\)\\>.*\\)$" 1 font-lock-preprocessor-face t)
    ("^[ \t]*\\([A-Za-z_][A-Za-z0-9_/]*\\)[ \t]*=\\(?:[^=]\\|$\\)" 1 font-lock-variable-name-face)
    (,(concat (regexp-opt '("select" "order" "rusage" "span" "same" "cu" "affinity") 'symbols) "[ \t]*\\[")
     1 font-lock-function-name-face))
  "Highlighting of `lsf-mode', in addition to comments and strings.")

(defvar lsf-mode-syntax-table
  (let ((table (make-syntax-table)))
    (modify-syntax-entry ?# "<" table)
    (modify-syntax-entry ?\n ">" table)
    (modify-syntax-entry ?\" "\"" table)
    (modify-syntax-entry ?' "." table)
    (modify-syntax-entry ?_ "_" table)
    table)
  "Comments and quotes of LSF files.")

;;;###autoload
(define-derived-mode lsf-mode prog-mode "LSF"
  "Configuration files of IBM Spectrum LSF."
  (setq-local comment-start "# "
              comment-start-skip "#+[ \t]*"
              font-lock-defaults '(lsf-mode-font-lock-keywords nil t)
              imenu-generic-expression '((nil "^[ \t]*\\(?:QUEUE_NAME\\|NAME\\)[ \t]*=[ \t]*\\([^ \t\n#]+\\)" 1))
              imenu-case-fold-search t))

;;;###autoload
(add-to-list 'auto-mode-alist (cons lsf-mode-files 'lsf-mode))

(provide 'lsf-mode)
;;; lsf-mode.el ends here
