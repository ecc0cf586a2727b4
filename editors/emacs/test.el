;;; test.el --- lsflint in this very Emacs -*- lexical-binding: t; -*-

;; $LSFLINT_BINARY is the server, $LSFLINT_WORK the folder with the copy of the cluster.  Ends with 0 if everything is as the
;; command line says.

(require 'cl-lib)
(require 'json)
(setq make-backup-files nil
      create-lockfiles nil
      inhibit-message t)
(require 'eglot)
(setq eglot-sync-connect 10
      eglot-confirm-server-initiated-edits nil
      eglot-autoshutdown t)

;; $LSFLINT_EXAMPLE is the set-up of README.md.
(load (getenv "LSFLINT_EXAMPLE") nil t t)

(defvar test-failed nil)
(defconst test-work (getenv "LSFLINT_WORK"))
(defconst test-queues (expand-file-name "cluster/lsb.queues" test-work))
(setq lsflint-command (list (getenv "LSFLINT_BINARY") "server"))

(defun test-same (what found wanted)
  "Report whether FOUND is WANTED."
  (if (equal found wanted)
      (princ (format "ok      %s\n" what))
    (setq test-failed t)
    (princ (format "FAILED  %s\n    found:  %S\n    wanted: %S\n" what found wanted))))

(defun test-wait (what condition)
  "Wait at most ten seconds until CONDITION gives something, and return that."
  (let ((end (+ (float-time) 10)) result)
    (while (and (not (setq result (funcall condition))) (< (float-time) end))
      (accept-process-output nil 0.02))
    (unless result (test-same (concat "waited for " what) nil t))
    result))

(defun test-from-command-line ()
  "What the command line says: line, column, code and message."
  (with-temp-buffer
    (call-process (getenv "LSFLINT_BINARY") nil '(t nil) nil "check" "--output-format" "json" test-queues)
    (goto-char (point-min))
    (mapcar (lambda (finding)
              (let-alist finding (format "%d:%d-%d:%d %s" .range.start.line .range.start.column .range.end.line .range.end.column
                                         .message)))
            (append (alist-get 'diagnostics (json-read)) nil))))

(defun test-place (position)
  "Line and column of POSITION, from 1, in characters."
  (save-excursion (goto-char position) (format "%d:%d" (line-number-at-pos) (1+ (- (point) (line-beginning-position))))))

(defun test-in-editor ()
  "The findings as Emacs shows them.  Eglot puts the source and the code in front of the first line."
  (mapcar (lambda (it)
            (let ((text (car (split-string (flymake-diagnostic-text it) "\n"))))
              (format "%s-%s %s" (test-place (flymake-diagnostic-beg it)) (test-place (flymake-diagnostic-end it))
                      (replace-regexp-in-string "\\`lsflint[^:]*: " "" text))))
          (sort (flymake-diagnostics) (lambda (a b) (< (flymake-diagnostic-beg a) (flymake-diagnostic-beg b))))))

(condition-case problem
    (progn
      (find-file test-queues)
      (test-same "mode" major-mode 'lsf-mode)
      (apply #'eglot (eglot--guess-contact))
      (test-wait "the findings" (lambda () (>= (length (flymake-diagnostics)) 3)))
      (test-same "findings" (test-in-editor) (test-from-command-line))
      (goto-char (point-min))
      (search-forward "matlab" nil nil 2)
      (backward-char 3)
      (let ((hover (jsonrpc-request (eglot--current-server-or-lose) :textDocument/hover (eglot--TextDocumentPositionParams))))
        (test-same "hover" (and (string-match-p "Free tokens" (format "%s" hover)) t) t))
      ;; A person would choose from a list.
      (goto-char (point-min))
      (search-forward "]order[ut]")
      (backward-char 5)
      ;; Not by a click of the mouse.
      (let ((last-nonmenu-event ?\r) offered)
        (cl-letf (((symbol-function 'completing-read)
                   (lambda (_ choices &rest _)
                     (setq offered (all-completions "" choices))
                     (cl-find-if (lambda (it) (string-match-p "nsert a space" it)) offered))))
          (eglot-code-actions (point) (point) nil t))
        (test-same (format "the repair, of %S" offered) (and (string-match-p "] order\\[ut]" (buffer-string)) t) t))
      (eglot--signal-textDocument/didChange)
      (test-wait "one finding less" (lambda () (= (length (flymake-diagnostics)) 2)))
      ;; Other files change, too; a person would be asked.
      (goto-char (point-min))
      (search-forward "matlab" nil nil 2)
      (backward-char 3)
      (cl-letf (((symbol-function 'y-or-n-p) #'always))
        (eglot-rename "octave"))
      (test-same "the new name" (and (string-match-p "order\\[ut] rusage\\[octave=1:mem" (buffer-string)) t) t)
      (dolist (name '("lsf.shared" "lsf.cluster.west"))
        (with-current-buffer (find-file-noselect (expand-file-name (concat "cluster/" name) test-work))
          (test-same (concat "the new name in " name) (and (string-match-p "octave" (buffer-string)) t) t)
          ;; Eglot sends changes when a command has ended, and here there are no commands.
          (when (eglot-managed-p) (eglot--signal-textDocument/didChange))))
      (goto-char (point-min))
      (search-forward "RUNLIMT")
      (replace-match "RUNLIMIT")
      (eglot--signal-textDocument/didChange)
      (test-wait "two findings less" (lambda () (= (length (flymake-diagnostics)) 1)))
      (test-same "findings after an edit" (length (flymake-diagnostics)) 1)
      (eglot-shutdown (eglot-current-server)))
  (error (test-same "no error" (error-message-string problem) nil)))
(kill-emacs (if test-failed 1 0))
;;; test.el ends here
