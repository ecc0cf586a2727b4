;;; test-ts.el --- lsf-ts-mode in this very Emacs -*- lexical-binding: t; -*-

;; $LSFLINT_EXAMPLE is the set-up of README.md, $LSFLINT_PARSERS the folder of the parsers.  Ends with 0 if the colors are right.

(setq inhibit-message t
      treesit-font-lock-level 4
      treesit-extra-load-path (list (getenv "LSFLINT_PARSERS")))
(load (getenv "LSFLINT_EXAMPLE") nil t t)

(defvar test-failed nil)

(defun test-same (what found wanted)
  "Report whether FOUND is WANTED."
  (if (equal found wanted)
      (princ (format "ok      %s\n" what))
    (setq test-failed t)
    (princ (format "FAILED  %s\n    found:  %S\n    wanted: %S\n" what found wanted))))

(defconst test-text "# Queues
Begin Queue
QUEUE_NAME = night
RUNLIMT    = 24:00
HOSTS      = all ~big
RES_REQ    = select[mem>5G] \\
             rusage[lic=1:duration=15m]
RES_REQ    = - # none
DESCRIPTION = it's \"fine
End Queue
Begin Host
HOST_NAME MXJ COLOUR
default   !   (red)
End Host
")

(defconst test-faces
  '(("# Queues" . font-lock-comment-face) ("Begin" . font-lock-keyword-face) ("Queue\n" . font-lock-type-face)
    ("QUEUE_NAME" . font-lock-variable-name-face) ("RUNLIMT" . nil) ("24:00" . font-lock-number-face)
    ("all" . font-lock-constant-face) ("~" . font-lock-operator-face) ("big" . nil)
    ("select" . font-lock-function-name-face) ("mem" . font-lock-builtin-face) ("5G" . font-lock-number-face)
    ("rusage" . font-lock-function-name-face) ("lic" . nil) ("duration" . font-lock-keyword-face)
    ("# none" . font-lock-comment-face) ("it's" . font-lock-string-face) ("MXJ" . font-lock-variable-name-face)
    ("COLOUR" . nil) ("(red" . font-lock-bracket-face)))

(condition-case problem
    (with-current-buffer (find-file-noselect (expand-file-name "lsb.queues" (make-temp-file "lsf" t)))
      (test-same "mode" major-mode 'lsf-ts-mode)
      (insert test-text)
      (font-lock-ensure)
      (goto-char (point-min))
      (dolist (it test-faces)
        (search-forward (car it))
        (test-same (format "face of %S" (car it)) (get-text-property (match-beginning 0) 'face) (cdr it)))
      (test-same "index" (mapcar #'car (funcall imenu-create-index-function)) '("night" "Host"))
      (goto-char (point-min))
      (search-forward "HOSTS")
      (beginning-of-defun)
      (test-same "start of the section" (line-number-at-pos) 2)
      (set-buffer-modified-p nil))
  (error (test-same "no error" (error-message-string problem) nil)))
(kill-emacs (if test-failed 1 0))
;;; test-ts.el ends here
