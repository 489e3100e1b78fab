import { describe, expect, test } from 'vitest';
import type { TarEntry } from '../archive/index.ts';
import { baseLayer, withFolders } from './base-layer.ts';
import type { DebianPackage } from './debian-files.ts';

const file = (path: string, contents = '', mode = 0o644): TarEntry => ({
  type: 'file',
  path,
  mode,
  data: Buffer.from(contents),
});

const debian = (name: string, files: readonly TarEntry[]): DebianPackage => ({
  name,
  version: '1.0-1',
  architecture: 'amd64',
  control: `Package: ${name}\nVersion: 1.0-1\n`,
  files,
});

const textOf = (entries: readonly TarEntry[], path: string): string | undefined => {
  const found = entries.find((entry) => entry.path === path);
  return found?.type === 'file' ? Buffer.from(found.data).toString() : undefined;
};

describe('what every image has below its program', () => {
  const layer = baseLayer([
    debian('libc6', [file('usr/lib/x86_64-linux-gnu/libc.so.6', 'code', 0o755)]),
    debian('ca-certificates', [
      file('usr/share/ca-certificates/mozilla/B.crt', 'b'),
      file('usr/share/ca-certificates/mozilla/A.crt', 'a\n'),
    ]),
  ]);

  test('certificates stand in one file, in one order, and nowhere else', () => {
    expect(textOf(layer, 'etc/ssl/certs/ca-certificates.crt')).toBe('a\nb\n');
    expect(layer.filter(({ path }) => path.endsWith('A.crt'))).toEqual([]);
  });

  test('a program is nobody that a node knows, and can write to /tmp alone', () => {
    expect(textOf(layer, 'etc/passwd')).toContain('nonroot:x:65532:65532:');
    expect(layer).toContainEqual({ type: 'directory', path: 'tmp', mode: 0o1777 });
    for (const entry of layer)
      if (entry.type !== 'link' && entry.path !== 'tmp') expect(entry.mode & 0o022, entry.path).toBe(0);
  });

  test('libraries are found where the loader looks for them, in /lib and in /usr/lib', () => {
    expect(layer).toContainEqual({ type: 'link', path: 'lib', target: 'usr/lib' });
    expect(textOf(layer, 'usr/lib/x86_64-linux-gnu/libc.so.6')).toBe('code');
  });

  test('scanners find every package with its version', () => {
    expect(textOf(layer, 'var/lib/dpkg/status.d/libc6')).toContain('Version: 1.0-1');
    expect(textOf(layer, 'var/lib/dpkg/status.d/ca-certificates')).toContain('Package: ca-certificates');
  });

  test('every folder of a path is in the layer once', () => {
    const paths = withFolders([file('a/b/c'), file('a/d')]).map(({ path }) => path);
    expect(paths.toSorted()).toEqual(['a', 'a/b', 'a/b/c', 'a/d']);
    expect(new Set(layer.map(({ path }) => path)).size).toBe(layer.length);
  });
});
