import { say, type Cli } from "../../cli.js";

/** The scripts call `tack` itself, so that they are always complete. */
const SCRIPTS: Readonly<Record<string, string>> = {
  bash: `_tack() {
  local IFS=$'\\n'
  COMPREPLY=($(compgen -W "$(tack __complete -- "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null | cut -f1)" -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -o default -F _tack tack`,
  zsh: `#compdef tack
_tack() {
  local -a found
  found=("\${(@f)$(tack __complete -- "\${(@)words[2,CURRENT]}" 2>/dev/null | sed $'s/:/\\\\\\\\:/g; s/\\t/:/')}")
  (( \${#found} )) && [[ -n "\${found[1]}" ]] && _describe tack found || _files
}
# Loaded by zsh as the function itself, or read by a person's .zshrc.
if [[ "\${funcstack[1]}" == _tack ]]; then _tack "$@"; else compdef _tack tack; fi`,
  fish: `function __tack_words
  set -l found (tack __complete -- (commandline -opc)[2..-1] (commandline -ct) 2>/dev/null)
  if test (count $found) -gt 0
    printf '%s\\n' $found
  else
    __fish_complete_path (commandline -ct)
  end
end
complete -c tack -f -a '(__tack_words)'`,
};

/** `tack completion` */
export async function printCompletion(cli: Cli, shell: string): Promise<void> {
  say(cli, SCRIPTS[shell] ?? "");
}
