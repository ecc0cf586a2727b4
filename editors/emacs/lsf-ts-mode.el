;;; lsf-ts-mode.el --- IBM Spectrum LSF configuration with tree-sitter -*- lexical-binding: t; -*-

;; Copyright (C) 2026 the lsflint authors

;; Author: the lsflint authors
;; Maintainer: the lsflint authors
;; URL: https://github.com/OWNER/lsflint
;; Version: 0.1.0
;; Package-Requires: ((emacs "29.1") (lsf-mode "0.1.0"))
;; Keywords: languages
;; SPDX-License-Identifier: MIT OR Apache-2.0

;;; Commentary:

;; `lsf-mode' with the syntax trees of tree-sitter: colors of requirements, folding and movement by sections, Imenu.  It
;; requires the parsers of editors/tree-sitter-lsf in the repository:
;;
;;     editors/tree-sitter-lsf/build.sh ~/.emacs.d/tree-sitter libtree-sitter-
;;
;; In your init file:
;;
;;     (require 'lsf-ts-mode)
;;     (add-to-list 'major-mode-remap-alist '(lsf-mode . lsf-ts-mode))

;;; Code:

(require 'treesit)
(require 'lsf-mode)
(require 'lsf-ts-words)

(defun lsf-ts-mode--any-of (words)
  "A regular expression that matches exactly one of WORDS."
  (concat "\\`" (regexp-opt words) "\\'"))

(defun lsf-ts-mode--font-lock-rules ()
  "The rules for the colors of files.  A name that LSF does not know has no color."
  (treesit-font-lock-rules
   :language 'lsf :feature 'comment
   '([(comment) (ignored_text)] @font-lock-comment-face)
   :language 'lsf :feature 'keyword
   '([(begin_keyword) (end_keyword)] @font-lock-keyword-face
     (directive_keyword) @font-lock-preprocessor-face)
   :language 'lsf :feature 'definition
   '((section_name) @font-lock-type-face
     [(key) (column)] @font-lock-variable-name-face
     (condition_name) @font-lock-constant-face)
   :language 'lsf :feature 'string
   '([(string) (text) (command) (template)] @font-lock-string-face)
   :language 'lsf :feature 'constant
   `(((word) @font-lock-constant-face
      (:match ,(lsf-ts-mode--any-of lsf-ts-words-constants) @font-lock-constant-face)))
   :language 'lsf :feature 'number
   '((number) @font-lock-number-face)
   :language 'lsf :feature 'operator
   '(["=" "~" "!"] @font-lock-operator-face)
   :language 'lsf :feature 'bracket
   '(["(" ")" "[" "]"] @font-lock-bracket-face)))

(defun lsf-ts-mode--requirement-rules ()
  "The rules for the colors of requirements."
  (treesit-font-lock-rules
   :language 'lsf_requirement :feature 'definition
   `(((section_name) @font-lock-function-name-face
      (:match ,(lsf-ts-mode--any-of lsf-ts-words-requirement-sections) @font-lock-function-name-face)))
   :language 'lsf_requirement :feature 'keyword
   `(((identifier) @font-lock-keyword-face
      (:match ,(lsf-ts-mode--any-of lsf-ts-words-requirement-keywords) @font-lock-keyword-face))
     ((identifier) @font-lock-builtin-face
      (:match ,(lsf-ts-mode--any-of (append lsf-ts-words-requirement-functions lsf-ts-words-resources))
              @font-lock-builtin-face)))
   :language 'lsf_requirement :feature 'constant
   `(((identifier) @font-lock-constant-face
      (:match ,(lsf-ts-mode--any-of lsf-ts-words-requirement-constants) @font-lock-constant-face))
     [(bang) (unset)] @font-lock-constant-face)
   :language 'lsf_requirement :feature 'string
   '((string) @font-lock-string-face)
   :language 'lsf_requirement :feature 'number
   '((number) @font-lock-number-face)
   :language 'lsf_requirement :feature 'operator
   '(["||" "&&" "==" "!=" "=" "<" "<=" ">" ">=" "+" "-" "*" "/" "!" "@"] @font-lock-operator-face)
   :language 'lsf_requirement :feature 'bracket
   '(["(" ")" "[" "]" "{" "}"] @font-lock-bracket-face)))

(defun lsf-ts-mode--section-name (section)
  "The name in the entries of SECTION, or the name of the section itself."
  (let ((key "\\`\\(?:QUEUE_\\|HPART_\\)?NAME\\'")
        name)
    (dolist (entry (treesit-node-children section t))
      (when-let* (((not name))
                  ((equal (treesit-node-type entry) "entry"))
                  ((string-match-p key (upcase (treesit-node-text (treesit-node-child-by-field-name entry "key") t))))
                  (value (treesit-node-child-by-field-name entry "value")))
        (setq name (treesit-node-text value t))))
    (or name
        (treesit-node-text (treesit-node-child-by-field-name (treesit-node-child section 0 t) "name") t))))

(defun lsf-ts-mode--language-at-point (position)
  "The language at POSITION."
  (let ((node (treesit-node-at position 'lsf)))
    (if (and node (equal (treesit-node-type node) "requirement")) 'lsf_requirement 'lsf)))

;;;###autoload
(define-derived-mode lsf-ts-mode lsf-mode "LSF"
  "Configuration files of IBM Spectrum LSF, with tree-sitter."
  (when (treesit-ready-p 'lsf)
    (treesit-parser-create 'lsf)
    (setq-local treesit-font-lock-feature-list
                '((comment keyword definition) (string) (constant number) (operator bracket))
                treesit-font-lock-settings (lsf-ts-mode--font-lock-rules)
                treesit-defun-type-regexp "\\`section\\'"
                treesit-defun-name-function #'lsf-ts-mode--section-name
                treesit-simple-imenu-settings '((nil "\\`section\\'" nil nil)))
    (when (treesit-ready-p 'lsf_requirement t)
      (setq-local treesit-range-settings
                  (if (>= emacs-major-version 30)
                      (treesit-range-rules :embed 'lsf_requirement :host 'lsf :local t '((requirement) @requirement))
                    (treesit-range-rules :embed 'lsf_requirement :host 'lsf '((requirement) @requirement)))
                  treesit-language-at-point-function #'lsf-ts-mode--language-at-point
                  treesit-font-lock-settings (append treesit-font-lock-settings (lsf-ts-mode--requirement-rules))))
    (setq-local font-lock-defaults nil
                imenu-generic-expression nil)
    (treesit-major-mode-setup)))

(provide 'lsf-ts-mode)
;;; lsf-ts-mode.el ends here
