
if [[ $funcstack[1] == _bracket24 ]]; then
    _clap_dynamic_completer_bracket24 "$@"
fi
