/**
 * @module
 * The lock file names the builds of native tools for every platform, also those that the machine
 * which wrote it could not download. npm leaves them out in that case, and then refuses its own
 * lock file in `npm ci`.
 */

export interface LockedPackage {
  readonly version?: string;
  readonly dev?: boolean;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
  readonly [field: string]: unknown;
}
export type LockedPackages = Readonly<Record<string, LockedPackage>>;

/** Entries for what packages of the lock file name as optional and the lock file lacks. */
export function missingEntries(packages: LockedPackages): Record<string, LockedPackage> {
  return Object.fromEntries(
    Object.values(packages).flatMap((entry) =>
      Object.entries(entry.optionalDependencies ?? {})
        .filter(([name, version]) => packages[`node_modules/${name}`] === undefined && /^\d/.test(version))
        .map(([name, version]) => [
          `node_modules/${name}`,
          {
            version,
            ...(entry['license'] !== undefined && { license: entry['license'] }),
            ...platformOf(name),
            ...(entry.dev === true && { dev: true }),
            optional: true,
          },
        ]),
    ),
  );
}

const SYSTEMS = ['aix', 'android', 'darwin', 'freebsd', 'linux', 'netbsd', 'openbsd', 'openharmony', 'sunos', 'win32'];
const PROCESSORS = ['arm64', 'arm', 'ia32', 'loong64', 'mips64el', 'ppc64', 'riscv64', 's390x', 'wasm32', 'x64'];

/** Such packages are named after what they are for: `binding-linux-arm64-musl`. */
function platformOf(name: string): { cpu?: string[]; os?: string[]; libc?: string[] } {
  const words = name.split(/[-/]/);
  const cpu = PROCESSORS.find((processor) => words.includes(processor));
  const os = SYSTEMS.find((system) => words.includes(system));
  const libc = words.some((word) => word.startsWith('musl'))
    ? 'musl'
    : words.some((word) => word.startsWith('gnu'))
      ? 'glibc'
      : undefined;
  return { ...(cpu && { cpu: [cpu] }), ...(os && { os: [os] }), ...(libc && { libc: [libc] }) };
}

export function checkLockFile(packages: LockedPackages): string[] {
  const missing = Object.keys(missingEntries(packages));
  return missing.length === 0
    ? []
    : [`package-lock.json lacks ${missing.length} builds for other platforms, so that npm ci fails: npm run lock`];
}
