import { expect, it } from 'vitest';
import { checkSettings, settingsOf, settingsPage } from './settings.ts';

const options = `
export interface WatchOptions extends Surroundings {
  /**
   * How long a watch may be silent, in milliseconds;
   * then it is replaced.
   * @default 70_000
   *
   * The reason, at length.
   */
  readonly idleMs?: number;

  /** Retries. */
  readonly retry?: {
    /** The first wait. @default 100 */
    readonly baseMs?: number;
  };
  /** Whether to log. */
  readonly log?: boolean;
}
`;

it('reads each option with its default and its first sentence', () => {
  expect(settingsOf(options).get('WatchOptions')).toEqual([
    {
      name: 'idleMs',
      fallback: '70_000',
      about: 'How long a watch may be silent, in milliseconds; then it is replaced.',
    },
    { name: 'retry.baseMs', fallback: '100', about: 'The first wait.' },
    { name: 'log', fallback: '–', about: 'Whether to log.' },
  ]);
});

it('finds a page that is not what the options say', () => {
  const source = { path: 'packages/kube/src/options.ts', text: options };
  const page = { path: 'docs/settings.md', text: settingsPage([source]) };
  expect(checkSettings([source, page])).toEqual([]);
  expect(checkSettings([{ ...source, text: options.replace('70_000', '60_000') }, page])).toHaveLength(1);
  expect(checkSettings([source])).toHaveLength(1);
});
