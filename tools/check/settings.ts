/**
 * @module
 * docs/settings.md is made from the comments in the `options.ts` files of each package, so that it cannot say
 * something else. `npm run docs` writes it; the check compares.
 */
import type { SourceFile } from './source-file.ts';

export const SETTINGS_PAGE = 'docs/settings.md';
export const isOptionsFile = (path: string): boolean =>
  /^(?:packages|operators)\/[^/]+\/src\/(?:.+\/)?(?:[a-z-]+-)?options\.ts$/.test(path);

interface Setting {
  readonly name: string;
  readonly fallback: string;
  readonly about: string;
}

/** Every option of an options file, by interface; an option inside an option as `outer.inner`. */
export function settingsOf(text: string): Map<string, Setting[]> {
  const byInterface = new Map<string, Setting[]>();
  let settings: Setting[] = [];
  let outer: string[] = [];
  let comment = '';
  for (const line of text.split('\n')) {
    const opened = /^export interface (\w+)/.exec(line);
    const option = /^\s*(?:readonly )?(\w+)\?: (.*)$/.exec(line);
    const remark = /^\s*(?:\/\*\*|\*(?!\/)) ?(.*?)(?: ?\*\/)?$/.exec(line);
    if (opened) {
      settings = [];
      byInterface.set(opened[1] ?? '', settings);
      outer = [];
    } else if (remark) {
      comment = line.trimStart().startsWith('/**') ? (remark[1] ?? '') : `${comment}\n${remark[1]}`;
    } else if (option) {
      const name = [...outer, option[1]].join('.');
      if (option[2] === '{') outer = [...outer, option[1] ?? ''];
      else settings.push({ name, ...described(comment) });
      comment = '';
    } else if (/^\s+};$/.test(line)) {
      outer = outer.slice(0, -1);
    }
  }
  return byInterface;
}

/** The first paragraph says what it is; the reasons stay beside the code. */
function described(comment: string): { fallback: string; about: string } {
  const fallback = /@default (.+)/.exec(comment)?.[1] ?? '–';
  const about =
    comment
      .replace(/@default .+/, '')
      .trim()
      .split('\n\n')[0] ?? '';
  return { fallback, about: about.replaceAll('\n', ' ').replaceAll('|', '\\|').trim() };
}

export function settingsPage(files: readonly SourceFile[]): string {
  const tables = files.flatMap((file) =>
    [...settingsOf(file.text)]
      .filter(([, settings]) => settings.length > 0)
      .map(([name, settings]) =>
        [
          `## ${file.path.split('/')[1]}: ${name}`,
          '| option | default | what it is |',
          '|---|---|---|',
          ...settings.map(({ name, fallback, about }) => `| \`${name}\` | ${fallback} | ${about} |`),
        ].join('\n'),
      ),
  );
  const introduction =
    'Made from the `options.ts` files of each package by `npm run docs`; the reason for each number stands there. ' +
    'Names end in their unit. A setting that is not here is a constant with a reason.';
  return `${['# Settings', introduction, ...tables].join('\n\n')}\n`;
}

export function checkSettings(files: readonly SourceFile[]): string[] {
  const page = files.find((file) => file.path === SETTINGS_PAGE)?.text;
  const fresh = settingsPage(files.filter((file) => isOptionsFile(file.path)));
  return page === fresh ? [] : [`${SETTINGS_PAGE} is not what the options say: npm run docs`];
}
