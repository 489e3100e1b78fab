import type { TarEntry } from '../archive/index.ts';
import type { DebianPackage } from './debian-files.ts';

/** Who a program is inside of an image: nobody that exists on a node. */
export const USER = 65532;

const ACCOUNTS = [
  ['etc/passwd', `root:x:0:0:root:/nonexistent:/sbin/nologin\nnonroot:x:${USER}:${USER}:nonroot:/tmp:/sbin/nologin\n`],
  ['etc/group', `root:x:0:\nnonroot:x:${USER}:\n`],
  ['etc/nsswitch.conf', 'hosts: files dns\n'],
] as const;
const FOLDERS = [
  'etc',
  'etc/ssl',
  'etc/ssl/certs',
  'usr',
  'usr/bin',
  'usr/lib',
  'usr/lib64',
  'usr/share',
  'var',
  'var/lib',
];

/** What every image has below its program: C libraries, certificates, an account, and what scanners read of packages. */
export function baseLayer(packages: readonly DebianPackage[]): TarEntry[] {
  const files = packages.flatMap((each) => each.files);
  const certificates = files.filter(({ path }) => path.endsWith('.crt'));
  return withFolders([
    ...FOLDERS.map((path) => folder(path)),
    { type: 'directory', path: 'tmp', mode: 0o1777 },
    { type: 'link', path: 'lib', target: 'usr/lib' },
    { type: 'link', path: 'lib64', target: 'usr/lib64' },
    ...ACCOUNTS.map(([path, contents]) => text(path, contents)),
    ...files.filter((file) => !certificates.includes(file)),
    text('etc/ssl/certs/ca-certificates.crt', certificates.map(contentsOf).sort().join('')),
    ...packages.map(({ name, control }) => text(`var/lib/dpkg/status.d/${name}`, control)),
  ]);
}

export const text = (path: string, contents: string): TarEntry => ({
  type: 'file',
  path,
  mode: 0o644,
  data: Buffer.from(contents),
});

const folder = (path: string): TarEntry => ({ type: 'directory', path, mode: 0o755 });

/** Adds the folders that paths lie in: a container runtime would make them with rights of its own choice. */
export function withFolders(entries: readonly TarEntry[]): TarEntry[] {
  const known = new Set(entries.map(({ path }) => path));
  const missing = new Set<string>();
  for (const { path } of entries)
    for (let at = path.indexOf('/'); at !== -1; at = path.indexOf('/', at + 1)) {
      const parent = path.slice(0, at);
      if (!known.has(parent)) missing.add(parent);
    }
  return [...entries, ...[...missing].map(folder)];
}

function contentsOf(entry: TarEntry): string {
  return entry.type === 'file' ? `${Buffer.from(entry.data).toString('utf8').trimEnd()}\n` : '';
}
