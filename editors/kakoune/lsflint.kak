# lsflint in Kakoune, through kakoune-lsp 18 or later (`cargo install kak-lsp`): source this file in your kakrc, after the line
# that loads kakoune-lsp.

hook global BufCreate (.*/)?(lsb\.applications|lsb\.globalpolicies|lsb\.hosts|lsb\.modules|lsb\.params|lsb\.queues|lsb\.reasons|lsb\.resources|lsb\.serviceclasses|lsb\.threshold|lsb\.users|lsf\.cluster(\..+)?|lsf\.conf|lsf\.datamanager(\..+)?|lsf\.licensescheduler|lsf\.shared|lsf\.sudoers|lsf\.task(\..+)?|lsf\.usermapping|\.lsftask) %{
    set-option buffer filetype lsf
}

add-highlighter shared/lsf regions
add-highlighter shared/lsf/code default-region group
add-highlighter shared/lsf/directive region '^\h*#(?i)(if|elif|else|endif|define|include)\b' '$' fill meta
add-highlighter shared/lsf/comment region '#' '$' fill comment
add-highlighter shared/lsf/string region '"' '"|$' fill string
add-highlighter shared/lsf/code/ regex '^\h*((?i)begin|end)\b\h*(\w*)' 1:keyword 2:module
add-highlighter shared/lsf/code/ regex '^\h*([A-Za-z_][\w/]*)\h*=(?!=)' 1:variable
add-highlighter shared/lsf/code/ regex '\b(select|order|rusage|span|same|cu|affinity)\h*\[' 1:function

hook -group lsf-highlight global WinSetOption filetype=lsf %{
    add-highlighter window/lsf ref lsf
    hook -once -always window WinSetOption filetype=.* %{ remove-highlighter window/lsf }
}

hook global BufSetOption filetype=lsf %{
    set-option buffer comment_line '#'
    set-option buffer lsp_servers %{
        [lsflint]
        root_globs = ["lsflint.toml", "lsf.conf", ".git"]
        command = "lsflint"
        args = ["server"]
    }
}

hook global WinSetOption filetype=lsf %{
    lsp-enable-window
}
