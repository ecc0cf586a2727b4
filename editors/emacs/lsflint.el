;;; lsflint.el --- IBM Spectrum LSF configuration, with findings of lsflint -*- lexical-binding: t; -*-

;; Version: 0.1.0
;; Package-Requires: ((emacs "27.1") (eglot "1.8"))
;; Keywords: languages, tools

;;; Commentary:

;; A mode for lsb.queues, lsf.cluster, lsf.conf and other LSF files, and the setup of the language server.  Emacs 29 and later
;; include Eglot; for earlier versions it is in GNU ELPA.  In your init file:
;;
;;     (add-to-list 'load-path "CHECKOUT/editors/emacs")
;;     (require 'lsflint)
;;     (add-hook 'lsf-mode-hook #'eglot-ensure)

;;; Code:

(defgroup lsflint nil
  "Configuration of IBM Spectrum LSF."
  :group 'languages)

(defcustom lsflint-command '("lsflint" "server")
  "The command of the language server."
  :type '(repeat string))

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

(defvar eglot-server-programs)
(with-eval-after-load 'eglot
  (add-to-list 'eglot-server-programs (cons 'lsf-mode (lambda (&rest _) lsflint-command))))

(defun lsflint-script-p ()
  "Whether the buffer is a script with `#BSUB' lines or calls of bsub."
  (save-excursion
    (save-restriction
      (widen)
      (goto-char (point-min))
      (let ((case-fold-search nil))
        (re-search-forward "^[ \t]*#BSUB[ \t-]\\|\\_<bsub\\_>[ \t]" nil t)))))

;;;###autoload
(defun lsflint-ensure-script ()
  "Start the language server in a script that submits jobs, for `sh-mode-hook'."
  (when (lsflint-script-p)
    (setq-local eglot-server-programs
                (list (cons major-mode (lambda (&rest _) lsflint-command))))
    (eglot-ensure)))

(declare-function eglot-ensure "eglot")

(provide 'lsflint)
;;; lsflint.el ends here
