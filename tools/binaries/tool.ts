import type { NpmExecutable } from '../versions.ts';

/** A command of one of the modules under `go/`. */
export interface GoSource {
  readonly kind: 'go';
  /** Folder under `go/` with the pinned go.mod. */
  readonly module: string;
  /** Import path of the command. */
  readonly command: string;
  /** Variables that the linker sets: without them the executable does not know its version. */
  readonly stamps: Readonly<Record<string, string>>;
  /** Whether the package's tests are what is built. @default false */
  readonly isTest?: boolean;
}

export interface NpmSource {
  readonly kind: 'npm';
  readonly executable: NpmExecutable;
}

/** A package of the Debian that this machine is, or of a system made of it. */
export interface DebianSource {
  readonly kind: 'debian';
  readonly package: string;
  /** Where the executable lies in the package. */
  readonly path: string;
}

/** An executable: how it is called, where it may be found and how it is made. */
export interface Tool {
  readonly name: string;
  /** File name of the executable. */
  readonly file: string;
  readonly version: string;
  /** Environment variable that names an executable to use whatever its version. */
  readonly variable?: string;
  /** Whether a folder named by `KUBEBUILDER_ASSETS` may hold it. */
  readonly isKubebuilderAsset?: boolean;
  /** Given where an executable on the PATH is welcome. */
  readonly onPath?: {
    readonly versionArguments: readonly string[];
    /** Whether that version does for the tests. */
    serves(version: Version): boolean;
  };
  readonly source: GoSource | NpmSource | DebianSource;
}

export interface Version {
  readonly major: number;
  readonly minor: number;
}

/** The first thing that looks like a version in a program's output. */
export function parseVersion(output: string): Version | undefined {
  const match = /v?(\d+)\.(\d+)\.\d+/.exec(output);
  return match === null ? undefined : { major: Number(match[1]), minor: Number(match[2]) };
}
