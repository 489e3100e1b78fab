import { type Context, formsOf, type Word } from './context.ts';

/** For `source <(slipway completion zsh)`, or as the file `_slipway` in a folder of `fpath`. */
export function zshScript(program: string, contexts: readonly Context[]): string {
  const commands = contexts.filter(({ path }) => path !== '').map(({ path }) => quoted(path));
  const values = contexts.flatMap(({ path, flags }) =>
    flags
      .filter((flag) => flag.takesValue)
      .map((flag) => {
        const patterns = formsOf(flag).map((form) => quoted(`${path}:${form}`));
        const offer = flag.values.length === 0 ? '_files' : `compadd -- ${flag.values.map(quoted).join(' ')}`;
        return `    ${patterns.join('|')}) ${offer}; return ;;`;
      }),
  );
  const offers = contexts.map(({ path, words, flags, takesFiles }) => {
    const forms = flags.flatMap((flag) => formsOf(flag).map((word) => ({ word, description: flag.description })));
    const arguments_ = words.length > 0 ? described(words) : takesFiles ? '_files' : ':';
    return `    ${quoted(path)}) if [[ $PREFIX == -* ]]; then ${described(forms)}; else ${arguments_}; fi ;;`;
  });
  return `#compdef ${program}
# Completion of ${program} for zsh. Load it with: source <(${program} completion zsh)
_${program}() {
  local at="" word
  local -a offered
  for word in "\${(@)words[2,CURRENT-1]}"; do
    case "\${at:+$at }$word" in
      ${commands.join('|')}) at="\${at:+$at }$word" ;;
    esac
  done
  case "$at:\${words[CURRENT-1]}" in
${values.join('\n')}
  esac
  case "$at" in
${offers.join('\n')}
  esac
}
# Loaded by its name from fpath it is called at once; sourced it is registered.
if [[ "\${funcstack[1]}" == "_${program}" ]]; then _${program} "$@"; else compdef _${program} ${program}; fi
`;
}

function described(words: readonly Word[]): string {
  const items = words.map(({ word, description }) => quoted(`${word.replaceAll(':', '\\:')}:${description}`));
  return `offered=(${items.join(' ')}); _describe word offered`;
}

const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;
