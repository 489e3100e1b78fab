import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseDocument, stringify } from 'yaml';
import { readPlainYaml } from './plain-yaml.ts';

const KUBECONFIG = `# as kubectl writes it
apiVersion: v1
clusters:
- cluster:
    certificate-authority-data: LS0tLS1CRUdJTiBDRVJUSUZJQ0FURS0tLS0tCg==
    server: https://127.0.0.1:6443
  name: local
contexts:
- context:
    cluster: local
    user: admin
  name: admin@local
current-context: admin@local
kind: Config
preferences: {}
users:
- name: "admin"
  user:
    exec:
      args:
      - get-token
      - --region
      command: aws
      env: null
      provideClusterInfo: false
- name: 'other'
  user: {}
`;

const word = fc.oneof(
  fc.constantFrom('a', 'b: c', 'yes', 'true', 'True', 'null', '~', '1', '0x1', '-', '- a', 'a #b', '"', "'", '{', ''),
  fc.string({ maxLength: 6 }),
);
const json = fc.letrec((tie) => ({
  value: fc.oneof({ maxDepth: 4 }, word, fc.boolean(), fc.constant(null), fc.integer(), tie('list'), tie('map')),
  list: fc.array(tie('value'), { maxLength: 3 }),
  map: fc.dictionary(
    fc.oneof(fc.constantFrom('a', 'name', 'a-b', 'constructor'), fc.string({ maxLength: 4 })),
    tie('value'),
    {
      maxKeys: 3,
    },
  ),
}));
/** Lines that mean something to one of the two, put together at random. */
const LINES =
  `a:|b:|a: x|b: y|a: x y|- a: x|- x|-|-  b: y|x|# c|a: {}|b: []||a: 'x'|b: "y"|a: "x" #|b: x:|a: true|b: null|---|a : x|a:x|- - x|a: >`.split(
    '|',
  );
const lines = fc
  .array(fc.tuple(fc.nat(4), fc.constantFrom(...LINES)), { maxLength: 7 })
  .map((all) => all.map(([indent, text]) => ' '.repeat(indent) + text).join('\n'));

function readByLibrary(text: string): unknown {
  const document = parseDocument(text, { logLevel: 'silent' });
  return document.errors.length > 0 ? 'an error' : document.toJS();
}

describe('readPlainYaml', () => {
  it('R-16: reads what kubectl writes', () => {
    expect(readPlainYaml(KUBECONFIG)).toEqual(parseDocument(KUBECONFIG).toJS());
  });

  it('R-16: reads as the library does, or leaves the text to it', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          json.value.map((value) => stringify(value)),
          lines,
        ),
        (text) => {
          const read = readPlainYaml(text);
          if (read !== undefined) expect(read).toEqual(readByLibrary(text));
        },
      ),
      { numRuns: 20_000 },
    );
  });
});
