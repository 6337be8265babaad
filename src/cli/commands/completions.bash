_bracket24() {
    local IFS=$'\n'
    COMPREPLY=($(_CLAP_IFS=$IFS _CLAP_COMPLETE_INDEX=$COMP_CWORD COMPLETE=bash \
        "bracket24" -- "${COMP_WORDS[@]//\\/}"))
    COMPREPLY=("${COMPREPLY[@]%/}")
    if [[ ${COMPREPLY[0]} != -* ]]; then compopt -o filenames 2>/dev/null; fi
}
COMP_WORDBREAKS=${COMP_WORDBREAKS//=}
complete -F _bracket24 bracket24
