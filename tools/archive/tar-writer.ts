/** What an archive holds at a path. Paths are relative, with `/` between their parts. */
export type TarEntry =
  | { readonly type: 'file'; readonly path: string; readonly mode: number; readonly data: Uint8Array }
  | { readonly type: 'directory'; readonly path: string; readonly mode: number }
  | { readonly type: 'link'; readonly path: string; readonly target: string };

const BLOCK = 512;
const TYPE_FLAGS = { file: '0', link: '2', directory: '5' } as const;

/**
 * A tar archive (ustar) of the entries. The same entries give the same bytes: they are sorted by path, belong to root, and
 * bear one time, `seconds` after the epoch. Folders that no entry names are not added.
 */
export function writeTar(entries: readonly TarEntry[], seconds = 0): Buffer {
  const sorted = [...entries].sort((a, b) => (a.path < b.path ? -1 : a.path > b.path ? 1 : 0));
  const blocks = sorted.flatMap((entry) => {
    const data = entry.type === 'file' ? entry.data : new Uint8Array();
    return [headerOf(entry, data.length, seconds), data, Buffer.alloc((BLOCK - (data.length % BLOCK)) % BLOCK)];
  });
  return Buffer.concat([...blocks, Buffer.alloc(2 * BLOCK)]);
}

function headerOf(entry: TarEntry, size: number, seconds: number): Buffer {
  const header = Buffer.alloc(BLOCK);
  const [prefix, name] = splitPath(entry.type === 'directory' ? `${entry.path}/` : entry.path);
  header.write(name, 0, 100);
  header.write(octal(entry.type === 'link' ? 0o777 : entry.mode, 7), 100);
  header.write(octal(0, 7), 108);
  header.write(octal(0, 7), 116);
  header.write(octal(size, 11), 124);
  header.write(octal(seconds, 11), 136);
  // The sum is made with blanks in its own place.
  header.fill(' ', 148, 156);
  header.write(TYPE_FLAGS[entry.type], 156);
  if (entry.type === 'link') header.write(fitting(entry.target, 100), 157, 100);
  header.write('ustar\u000000', 257);
  header.write('root', 265);
  header.write('root', 297);
  header.write(prefix, 345, 155);
  const sum = header.reduce((total, byte) => total + byte, 0);
  header.write(`${octal(sum, 6)}\0 `, 148);
  return header;
}

/** ustar has room for a name of 100 bytes and, before it, a prefix of 155 that ends where a folder does. */
function splitPath(path: string): [prefix: string, name: string] {
  if (Buffer.byteLength(path) <= 100) return ['', path];
  for (let at = path.indexOf('/'); at !== -1; at = path.indexOf('/', at + 1)) {
    const [prefix, name] = [path.slice(0, at), path.slice(at + 1)];
    if (name !== '' && Buffer.byteLength(name) <= 100) return [fitting(prefix, 155), name];
  }
  return ['', fitting(path, 100)];
}

function fitting(text: string, bytes: number): string {
  if (Buffer.byteLength(text) <= bytes) return text;
  throw new Error(`the path is too long for a tar archive, ${bytes} bytes fit: ${text}`);
}

const octal = (value: number, digits: number): string => value.toString(8).padStart(digits, '0');
