;;; test-packages.el --- The packages are as MELPA wants them -*- lexical-binding: t; -*-

;; Checks the files on the command line with package-lint, checkdoc and the compiler.  Ends with 0 if none of them reports anything.

(require 'checkdoc)
(require 'package)
(package-initialize)
(require 'package-lint)
(setq byte-compile-error-on-warn t)

(defvar test-failed nil)

(defun test-none (file what problems)
  "Report PROBLEMS of FILE, found by WHAT."
  (princ (format "%s  %s: %s\n" (if problems "FAILED" "ok    ") (file-name-nondirectory file) what))
  (dolist (problem problems)
    (setq test-failed t)
    (princ (format "    %s\n" problem))))

(defun test-known-packages ()
  "Our own package that the others depend on, as an archive lists it."
  (mapcar (lambda (it) (list (car it) (package-desc-create :name (car it) :version (cdr it) :summary "" :archive "melpa")))
          '((lsf-mode 0 1 0))))

(defun test-lint ()
  "What package-lint reports in this buffer."
  (let ((package-archive-contents (test-known-packages))
        (package-lint-main-file (and (string-suffix-p "-words.el" buffer-file-name) "lsf-ts-mode.el")))
    (mapcar (lambda (it) (format "%d:%d: %s: %s" (nth 0 it) (nth 1 it) (nth 2 it) (nth 3 it))) (package-lint-buffer))))

(defun test-documentation ()
  "What checkdoc reports in this buffer."
  (let (problems)
    (let ((checkdoc-create-error-function
           (lambda (text start _end &optional _unfixable)
             (push (format "%s: %s" (and start (line-number-at-pos start)) text) problems)
             nil)))
      (checkdoc-current-buffer t))
    problems))

(dolist (file (prog1 command-line-args-left (setq command-line-args-left nil)))
  (with-current-buffer (find-file-noselect file)
    (emacs-lisp-mode)
    (test-none file "package-lint" (test-lint))
    (test-none file "checkdoc" (test-documentation))
    (test-none file "compiled without warnings" (unless (byte-compile-file file) '("not compiled")))))

(princ (format "checked by %s in Emacs %s\n"
               (package-desc-full-name (cadr (assq 'package-lint package-alist))) emacs-version))
(kill-emacs (if test-failed 1 0))
