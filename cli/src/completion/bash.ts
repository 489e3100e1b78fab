import { type Context, formsOf } from './context.ts';

/** For `source <(slipway completion bash)`. Works with the bash 3.2 of macOS, without bash-completion. */
export function bashScript(program: string, contexts: readonly Context[]): string {
  const commands = contexts.filter(({ path }) => path !== '').map(({ path }) => `"${path}"`);
  const values = contexts.flatMap(({ path, flags }) =>
    flags
      .filter((flag) => flag.takesValue)
      .map((flag) => {
        const patterns = formsOf(flag).map((form) => `"${path}:${form}"`);
        return `    ${patterns.join('|')}) words="${flag.values.join(' ')}" ;;`;
      }),
  );
  const flags = contexts.map(({ path, flags: own }) => `      "${path}") words="${own.flatMap(formsOf).join(' ')}" ;;`);
  const words = contexts
    .filter((context) => context.words.length > 0)
    .map(({ path, words: own }) => `      "${path}") words="${own.map(({ word }) => word).join(' ')}" ;;`);
  return `# Completion of ${program} for bash. Load it with: source <(${program} completion bash)
_${program}() {
  local cur="\${COMP_WORDS[COMP_CWORD]}" prev="\${COMP_WORDS[COMP_CWORD-1]}" path="" words="" i
  for ((i = 1; i < COMP_CWORD; i++)); do
    case "\${path:+$path }\${COMP_WORDS[i]}" in
      ${commands.join('|')}) path="\${path:+$path }\${COMP_WORDS[i]}" ;;
    esac
  done
  COMPREPLY=()
  case "$path:$prev" in
${values.join('\n')}
    *) case "$cur" in
      -*) case "$path" in
${flags.join('\n')}
      esac ;;
      *) case "$path" in
${words.join('\n')}
      esac ;;
    esac ;;
  esac
  while IFS= read -r word; do COMPREPLY+=("$word"); done < <(compgen -W "$words" -- "$cur")
}
# Where there is no word for it, the name of a file.
complete -o default -F _${program} ${program}
`;
}
