import { expect, test } from 'vitest';
import { CONFIG_MAPS, useCluster } from '../support/fixture.ts';

const fixture = useCluster();
const TEXT =
  'apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: NAME\ndata:\n  a: "1"\n  a: "2"\n  b: "1"\n  b: "2"\n  b: "3"\n';
const LINES = [
  'line 7: key "a" already set in map',
  'line 9: key "b" already set in map',
  'line 10: key "b" already set in map',
];
const WHY = ['yaml: unmarshal errors:', ...LINES.map((line) => `  ${line}`)].join('\n');
const WARNINGS = LINES.map((line) => `299 - "${line.replaceAll('"', '\\"')}"`).join(', ');

const apply = (name: string, mode: string, raw = TEXT.replace('NAME', name)) =>
  fixture.client.send('PATCH', `${CONFIG_MAPS}/${name}?fieldManager=m&fieldValidation=${mode}`, {
    raw,
    type: 'application/apply-patch+yaml',
  });
const create = (name: string, mode: string) =>
  fixture.client.send('POST', `${CONFIG_MAPS}?fieldValidation=${mode}`, {
    raw: TEXT.replace('NAME', name),
    type: 'application/yaml',
  });

test('K-72: a key that stands twice in an applied YAML is refused with its line, warned of, or the last one counts', async () => {
  const refused = await apply('a', 'Strict');
  expect([refused.status, refused.body.message]).toEqual([
    400,
    `error strict decoding YAML: error converting YAML to JSON: ${WHY}`,
  ]);
  const warned = await apply('b', 'Warn');
  expect([warned.status, warned.headers['warning'], warned.body.data]).toEqual([201, WARNINGS, { a: '2', b: '3' }]);
  const ignored = await apply('c', 'Ignore');
  expect([ignored.status, ignored.headers['warning'], ignored.body.data]).toEqual([201, undefined, { a: '2', b: '3' }]);
});

test('K-72: JSON that is applied is YAML too', async () => {
  const json = '{"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"d"},"data":{"a":"1","a":"2"}}';
  expect((await apply('d', 'Strict', json)).body.message).toBe(
    'error strict decoding YAML: error converting YAML to JSON: yaml: unmarshal errors:\n  line 1: key "a" already set in map',
  );
});

test('K-72: a key that stands twice in a created YAML is refused before unknown fields, or warned of', async () => {
  const refused = await create('e', 'Strict');
  expect([refused.status, refused.body.message]).toEqual([
    400,
    `ConfigMap in version "v1" cannot be handled as a ConfigMap: strict decoding error: ${WHY}`,
  ]);
  const warned = await create('f', 'Warn');
  expect([warned.status, warned.headers['warning'], warned.body.data]).toEqual([201, WARNINGS, { a: '2', b: '3' }]);
});
