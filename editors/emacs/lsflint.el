;;; lsflint.el --- Language server for IBM Spectrum LSF configuration -*- lexical-binding: t; -*-

;; Copyright (C) 2026 the lsflint authors

;; Author: the lsflint authors
;; Maintainer: the lsflint authors
;; URL: https://github.com/OWNER/lsflint
;; Version: 0.1.0
;; Package-Requires: ((emacs "29.1") (lsf-mode "0.1.0"))
;; Keywords: languages tools
;; SPDX-License-Identifier: MIT OR Apache-2.0

;;; Commentary:

;; Eglot for the configuration of IBM Spectrum LSF, with the language server lsflint, which must be installed.  The file also
;; works in Emacs 27 and 28 with Eglot of GNU ELPA.  In your init file:
;;
;;     (require 'lsflint)
;;     (add-hook 'lsf-mode-hook #'eglot-ensure)

;;; Code:

(require 'eglot)
(require 'lsf-mode)

(defgroup lsflint nil
  "Language server of configuration of IBM Spectrum LSF."
  :group 'tools)

(defcustom lsflint-command '("lsflint" "server")
  "The command of the language server."
  :type '(repeat string))

(add-to-list 'eglot-server-programs (cons 'lsf-mode (lambda (&rest _) lsflint-command)))

(defun lsflint-script-p ()
  "Whether the buffer is a script with `#BSUB' lines or with bsub commands."
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

(provide 'lsflint)
;;; lsflint.el ends here
