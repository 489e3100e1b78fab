/** A command and what it printed. */
export interface Command {
  readonly command: string;
  readonly output: string;
}

export type Entry = Command | { readonly remark: string };

export type Transcript = readonly Entry[];

const COMMAND = '$ ';
const REMARK = '# ';

export function readTranscript(text: string): Transcript {
  const blocks = text.split(/^(?=[$#] )/m).filter((block) => block.trim() !== '');
  return blocks.map((block) => {
    const [first = '', ...rest] = block.split('\n');
    if (first.startsWith(REMARK)) return { remark: first.slice(REMARK.length) };
    if (!first.startsWith(COMMAND))
      throw new Error(`a transcript begins with a command or a remark, not with: ${first}`);
    return { command: first.slice(COMMAND.length), output: rest.join('\n').trimEnd() };
  });
}

export function writeTranscript(transcript: Transcript): string {
  return transcript
    .map((entry) => `${'remark' in entry ? `\n${REMARK}${entry.remark}` : withOutput(entry)}\n`)
    .join('')
    .trimStart();
}

/** Whether two commands are written down alike. */
export const isSame = (one: Command, other: Command): boolean => withOutput(one) === withOutput(other);

function withOutput({ command, output }: Command): string {
  // Output that looks like a command or a remark is moved aside, or it would be read as one.
  return output === '' ? `${COMMAND}${command}` : `${COMMAND}${command}\n${output.replace(/^(?=[$#] )/gm, ' ')}`;
}
