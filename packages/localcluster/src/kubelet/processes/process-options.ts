/** What an image stands for: a command of this machine (L-23). */
export interface ProcessOptions {
  /** Program and arguments; the container's `args` follow. The container's `command` names a file of an image and is not used. */
  readonly command: readonly string[];
  /** @default the pod's root folder */
  readonly cwd?: string;
  /** Beside what the container declares, which wins. */
  readonly env?: Readonly<Record<string, string>>;
}

/** By image: `registry/web:1`, or `registry/web` for every tag of it. */
export type ProcessesOption = Readonly<Record<string, ProcessOptions>>;

/** The command for an image: of exactly this one, else of its name without tag and digest. */
export function processFor(processes: ProcessesOption, image: string): ProcessOptions | undefined {
  const name = image.replace(/@.*$/, '').replace(/:[^/:]*$/, '');
  return processes[image] ?? processes[name];
}
