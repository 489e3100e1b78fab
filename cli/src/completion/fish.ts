import type { Context } from './context.ts';

/** For `slipway completion fish | source`. */
export function fishScript(program: string, contexts: readonly Context[]): string {
  const commands = contexts.filter(({ path }) => path !== '').map(({ path }) => quoted(path));
  const lines = contexts.flatMap(({ path, words, flags, takesFiles }) => {
    const rule = `complete -c ${program} -n ${quoted(`__${program}_at ${quoted(path)}`)}`;
    return [
      ...(takesFiles ? [] : [`${rule} -f`]),
      ...words.map(({ word, description }) => `${rule} -f -a ${quoted(word)} -d ${quoted(description)}`),
      ...flags.map(({ long, short, description, takesValue, values }) => {
        const names = `${short === undefined ? '' : `-s ${short} `}-l ${long}`;
        const value = values.length > 0 ? ` -x -a ${quoted(values.join(' '))}` : takesValue ? ' -r' : '';
        return `${rule} ${names}${value} -d ${quoted(description)}`;
      }),
    ];
  });
  return `# Completion of ${program} for fish. Load it with: ${program} completion fish | source
function __${program}_at --description 'Whether the command line is at this command'
  set -l at
  for word in (commandline -opc)[2..-1]
    switch (string join -- ' ' $at $word)
      case ${commands.join(' ')}
        set at $at $word
    end
  end
  test "$at" = "$argv[1]"
end
${lines.join('\n')}
`;
}

const quoted = (text: string): string => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
