import { expect, test } from 'vitest';
import { overlookedFences, snippetsIn } from './snippets.ts';

const page = (text: string) => [{ path: 'docs/a.md', text }];

test('a program is found with its place and with the setup that stands directly above it', () => {
  const text = 'Words.\n\n<!-- runs with: shop -->\n```ts\nsell();\n```\n\n```sh\nls\n```\n```ts\nbuy();\n```\n';
  expect(snippetsIn(page(text))).toEqual([
    { place: 'docs/a.md:4', name: 'docs-a-md-0', text: 'sell();\n', setup: 'shop' },
    { place: 'docs/a.md:11', name: 'docs-a-md-1', text: 'buy();\n', setup: undefined },
  ]);
});

test('a program that would not be run is named: another spelling, indented, with attributes, never closed', () => {
  for (const odd of [
    '```typescript\n```',
    '- ```ts\n  ```',
    '```js\n```',
    '```ts twoslash\n```',
    '~~~ts\n~~~',
    '```ts\n',
  ])
    expect(overlookedFences(page(`x\n${odd}\n`)), odd).toEqual(['docs/a.md:2']);
  expect(overlookedFences(page('```ts\na();\n```\n```json\n{}\n```\n'))).toEqual([]);
});
