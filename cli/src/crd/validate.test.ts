import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { fixtures, slipway } from '../../test/run.ts';

const REFUSED = `objects.yaml:14: spec.mode: Unsupported value: "Ancient": supported values: "Modern" [FieldValueNotSupported]
objects.yaml:15: spec.days: Invalid value: 0: spec.days in body should be greater than or equal to 1 [FieldValueInvalid]
objects.yaml:18: spec.dnsNames[1]: Invalid value: "integer": spec.dnsNames[1] in body must be of type string: "integer" [FieldValueTypeInvalid]
`;

describe('slipway crd validate and docs', () => {
  it('says what the server would say, with file and line', async () => {
    expect(await slipway(['crd', 'validate', 'new.yaml', 'objects.yaml'])).toEqual({
      stdout: 'objects.yaml:1: Certificate web is valid\n',
      stderr: `${REFUSED}objects.yaml:19: spec.colour: unknown field [UnknownField]\n`,
      exitCode: 1,
    });
  });

  it('-o wide is one table of all objects, with a row for each refusal', async () => {
    const { stdout, stderr, exitCode } = await slipway(['crd', 'validate', 'new.yaml', 'objects.yaml', '-o', 'wide']);
    expect([exitCode, stderr]).toEqual([1, '']);
    const [web, mail] = ['certificate.example.com/web', 'certificate.example.com/mail'];
    expect(stdout.split('\n').map((line) => line.split(/ {2,}/))).toEqual([
      ['PLACE', 'RESULT', 'OBJECT', 'PATH', 'REASON', 'MESSAGE'],
      ['objects.yaml:1', 'valid', web, '-', '-', '-'],
      [
        'objects.yaml:14',
        'refused',
        mail,
        'spec.mode',
        'FieldValueNotSupported',
        'Unsupported value: "Ancient": supported values: "Modern"',
      ],
      ['objects.yaml:15', 'refused', mail, 'spec.days', 'FieldValueInvalid', expect.stringContaining('0: spec.days')],
      ['objects.yaml:18', 'refused', mail, 'spec.dnsNames[1]', 'FieldValueTypeInvalid', expect.any(String)],
      ['objects.yaml:19', 'refused', mail, 'spec.colour', 'UnknownField', 'unknown field'],
      [''],
    ]);
  });

  it('-o wide and -o name name the CRD that the server would refuse', async () => {
    const crd = await readFile(join(fixtures, 'new.yaml'), 'utf8');
    const stdin = crd.replace('served: true', 'served: true\n      deprecationWarning: soon');
    const [wide, name, objects] = await Promise.all([
      slipway(['crd', 'validate', '-', '-o', 'wide'], { stdin }),
      slipway(['crd', 'validate', '-', '-o', 'name'], { stdin }),
      slipway(['crd', 'validate', '-', 'objects.yaml', '-o', 'name'], { stdin }),
    ]);
    const [, row = ''] = wide.stdout.split('\n');
    expect([wide.exitCode, row.split(/ {2,}/).slice(0, 4)]).toEqual([
      3,
      ['standard input:16', 'refused', 'customresourcedefinition.apiextensions.k8s.io/certificates.example.com', '-'],
    ]);
    expect([name.exitCode, name.stdout]).toEqual([
      3,
      'customresourcedefinition.apiextensions.k8s.io/certificates.example.com\n',
    ]);
    // Objects are asked for, and none was looked at: their CRD is not what xargs should get.
    expect([objects.exitCode, objects.stdout]).toEqual([3, '']);
    expect(objects.stderr).toMatch(/^slipway: standard input:16: certificates\.example\.com: .* \[J\d+\]\n$/);
  });

  it('-o name prints the objects that are refused, and never what xargs would take apart', async () => {
    const object = (metadata: object, kind = 'Certificate') =>
      JSON.stringify({ apiVersion: 'example.com/v1', kind, metadata, spec: { mode: 'Modern' } });
    const stdin = [
      object({ name: 'fine' }),
      object({ name: 'Web_1' }),
      object({ name: 'a\nsecret/b' }),
      object({}),
      '7',
      object({ name: 'x' }, 'Unknown'),
    ].join('\n---\n');
    const { stdout, stderr, exitCode } = await slipway(['crd', 'validate', 'new.yaml', '-', '-o', 'name'], { stdin });
    expect([exitCode, stdout]).toEqual([1, 'certificate.example.com/Web_1\nunknown.example.com/x\n']);
    const left = 'left out, since it has no name that can be printed; -o json shows it';
    expect(stderr.split('\n')).toEqual([
      `slipway: warning: standard input:5: Certificate a secret/b: ${left}`,
      `slipway: warning: standard input:7: Certificate (without name): ${left}`,
      `slipway: warning: standard input:9: object: ${left}`,
      '',
    ]);
  });

  it('prints valid objects pruned and defaulted', async () => {
    const stdin =
      'apiVersion: example.com/v1\nkind: Certificate\nmetadata: {name: a}\nspec: {mode: Modern, colour: red}\n';
    const args = ['crd', 'validate', 'new.yaml', '-', '-o', 'yaml', '--field-validation', 'warn'];
    const { stdout, stderr, exitCode } = await slipway(args, { stdin });
    expect(stdout).toMatch(/spec:\n {2}mode: Modern\n {2}days: 90\n {2}retries: 3\n$/);
    expect([exitCode, stderr]).toEqual([0, 'warning: standard input:4: spec.colour: unknown field [UnknownField]\n']);
  });

  it('refuses an object that no CRD defines', async () => {
    const stdin = 'apiVersion: example.com/v2\nkind: Certificate\n---\napiVersion: v1\nkind: Pod\n';
    const { stderr, exitCode } = await slipway(['crd', 'validate', 'new.yaml', '-'], { stdin });
    expect(stderr.split('\n')).toEqual([
      'standard input:1: Certificate (without name): certificates.example.com does not serve the version v2 [CRD_NO_VERSION]',
      'standard input:4: Pod (without name): none of the CRDs defines Pod of v1 [CLI_INPUT]',
      '',
    ]);
    expect(exitCode).toBe(1);
  });

  it('takes a list apart, as kubectl prints it', async () => {
    const item = { apiVersion: 'example.com/v1', kind: 'Certificate', metadata: { name: 'a' }, spec: { mode: 'Old' } };
    const stdin = JSON.stringify({ apiVersion: 'v1', kind: 'List', items: [item, { kind: 'Certificate' }] }, null, 1);
    const { stderr, exitCode } = await slipway(['crd', 'validate', 'new.yaml', '-'], { stdin });
    expect(stderr.split('\n')).toEqual([
      'standard input:12: spec.mode: Unsupported value: "Old": supported values: "Modern" [FieldValueNotSupported]',
      'standard input:15: Certificate (without name): has no apiVersion or no kind [CLI_INPUT]',
      '',
    ]);
    expect(exitCode).toBe(1);
  });

  it('checks CRDs alone', async () => {
    const { stdout, exitCode } = await slipway(['crd', 'validate', 'new.yaml']);
    expect([exitCode, stdout]).toEqual([0, 'new.yaml: certificates.example.com is valid\n']);
  });

  it('names file and line of everything that the server would refuse in a CRD, with the rule', async () => {
    const crd = await readFile(join(fixtures, 'new.yaml'), 'utf8');
    const costly = 'x-kubernetes-validations: [{rule: "self.all(a, self.all(b, a != b))"}]';
    const stdin = crd
      .replace('  name: certificates', '  labels:\n    "a b": c\n  name: certificates')
      .replace('served: true', 'served: true\n      deprecationWarning: soon')
      .replace('maxItems: 10', `maxItems: 10000\n                  ${costly}`);
    const { stderr, exitCode } = await slipway(['crd', 'validate', '-'], { stdin });
    const lineOf = (text: string) => stdin.split('\n').findIndex((line) => line.includes(text)) + 1;
    expect(stderr.split('\n').map((line) => line.split(': ').slice(0, 4).join(': '))).toEqual([
      `slipway: standard input:${lineOf('a b')}: certificates.example.com: metadata.labels`,
      `slipway: standard input:${lineOf('soon')}: certificates.example.com: spec.versions[0].deprecationWarning`,
      ...Array.from(
        { length: 2 },
        () =>
          `slipway: standard input:${lineOf('self.all')}: certificates.example.com: spec.validation.openAPIV3Schema.properties[spec].properties[dnsNames].x-kubernetes-validations[0].rule`,
      ),
      `slipway: standard input:${lineOf('openAPIV3Schema') + 1}: certificates.example.com: spec.validation.openAPIV3Schema`,
      '',
    ]);
    expect(stderr).toMatch(/estimated rule cost exceeds budget by factor of .* \[J14\]\n/);
    expect(exitCode).toBe(3);
  });

  it('judges the metadata of objects as the server does', async () => {
    const stdin = [
      'apiVersion: example.com/v1',
      'kind: Certificate',
      'metadata:',
      '  name: Web_1',
      '  labels:',
      '    "a b": x',
      '  colour: red',
      'spec: {mode: Modern}',
    ].join('\n');
    const { stderr, exitCode } = await slipway(['crd', 'validate', 'new.yaml', '-'], { stdin });
    expect(stderr.split('\n').map((line) => line.replace(/(?<=value: "[^"]*": ).* (?=\[)/, '… '))).toEqual([
      'standard input:4: metadata.name: Invalid value: "Web_1": … [FieldValueInvalid]',
      'standard input:6: metadata.labels: Invalid value: "a b": … [FieldValueInvalid]',
      'standard input:7: metadata.colour: unknown field [UnknownField]',
      '',
    ]);
    expect(exitCode).toBe(1);
  });

  it('prints reference documentation with an example', async () => {
    const { stdout, exitCode } = await slipway(['crd', 'docs', 'new.yaml']);
    expect(exitCode).toBe(0);
    expect(stdout).toContain('kind: Certificate\n');
    expect(stdout).toContain('| `spec.mode` **required** | `Modern` |  | How the certificate is issued. |');
  });

  it('loads nothing but the command line for its help', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'slipway-loaded-'));
    const { stdout, exitCode } = await slipway(['--help'], { env: { NODE_V8_COVERAGE: folder }, isUnbundled: true });
    const texts = await Promise.all((await readdir(folder)).map((file) => readFile(join(folder, file), 'utf8')));
    await rm(folder, { recursive: true });
    const loaded = texts.flatMap((text) =>
      (JSON.parse(text) as { result: { url: string }[] }).result.map(({ url }) => url),
    );
    expect([exitCode, stdout.startsWith('Usage: slipway')]).toEqual([0, true]);
    expect(loaded.some((url) => url.includes('/commander/'))).toBe(true);
    expect(loaded.filter((url) => /packages\/(?:crd|kube)|\/(?:yaml|undici|zod)\//.test(url))).toEqual([]);
  });
});
