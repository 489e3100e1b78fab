import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fixtures, slipway } from '../../test/run.ts';

const laughs = ['a: &a [x, x, x, x, x, x, x, x, x, x]', 'b', 'c', 'd', 'e', 'f', 'g', 'h'].reduce(
  (text, name) => `${text}\n${name}: &${name} [${`*${String.fromCharCode(name.charCodeAt(0) - 1)}, `.repeat(10)}]`,
);

const diff = ['crd', 'diff', 'old.yaml', 'new.yaml'];

// The client of a cluster that is not there tries for a while.
describe('bad input to slipway crd', () => {
  let folder: string;
  let good: string;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'slipway-bad-'));
    good = await readFile(join(fixtures, 'old.yaml'), 'utf8');
  });
  afterAll(() => rm(folder, { recursive: true }));

  it.each<[string, (crd: string) => string, RegExp]>([
    ['no YAML', () => 'a: [1\nb: }', /^slipway: x\.yaml:\d+: not valid YAML: .*\[CRD_SYNTAX\]$/],
    ['a key that stands twice', (crd) => `${crd}kind: Other\n`, /^slipway: x\.yaml:45: .*"kind".* \[CRD_SYNTAX\]$/],
    ['an empty file', () => '', /^slipway: x\.yaml: holds no CustomResourceDefinition \[CLI_INPUT\]$/],
    ['another kind', () => 'apiVersion: v1\nkind: Pod\n', /^slipway: x\.yaml:2: kind: is a Pod, .* \[CRD_NOT_A_CRD\]$/],
    [
      'a CRD of v1beta1',
      (crd) => crd.replace('io/v1', 'io/v1beta1'),
      /^slipway: x\.yaml:1: apiVersion: is apiextensions\.k8s\.io\/v1beta1; .* \[CRD_NOT_A_CRD\]$/,
    ],
    [
      'a field of the wrong type',
      (crd) => crd.replace('minimum: 1', 'minimum: one'),
      /^slipway: x\.yaml:38: spec\.versions\[0\].*minimum: .* \[CRD_MALFORMED\]$/,
    ],
    [
      'the same CRD twice',
      (crd) => `${crd}---\n${crd}`,
      /^slipway: x\.yaml: certificates\.example\.com is already .* \[CLI_INPUT\]$/,
    ],
    [
      'an anchor that contains itself',
      () => 'a: &a\n  b: *a\n',
      /^slipway: x\.yaml:2: .*&a contains itself \[CRD_SYNTAX\]$/,
    ],
    ['a billion laughs', () => laughs, /^slipway: x\.yaml:\d: .*aliases.* \[CRD_TOO_LARGE\]$/],
    ['a deep nest', () => '['.repeat(100_000), /^slipway: x\.yaml.* \[CRD_(?:TOO_LARGE|SYNTAX)\]$/],
    ['10 MB of something else', () => `a: "${'x'.repeat(10_000_000)}"\n`, /^slipway: x\.yaml:1: .* \[CRD_NOT_A_CRD\]$/],
  ])('%s is one line with file and code, and exit code 3', async (_title, write, line) => {
    await writeFile(join(folder, 'x.yaml'), write(good));
    const { stdout, stderr, exitCode } = await slipway(['crd', 'diff', 'x.yaml', join(fixtures, 'new.yaml')], {
      cwd: folder,
    });
    expect(stderr.trimEnd()).toMatch(line);
    expect([exitCode, stdout]).toEqual([3, '']);
  });

  it('a schema that the server would refuse is named with its path', async () => {
    await writeFile(join(folder, 'x.yaml'), good.replace('type: integer', 'nullable: true'));
    const { stderr, exitCode } = await slipway(['crd', 'validate', 'x.yaml'], { cwd: folder });
    expect(stderr).toMatch(
      /^slipway: x\.yaml:\d+: certificates\.example\.com: spec\.validation\.\S+\[days\]\.type: Required value.* \[J02\]\n$/,
    );
    expect(exitCode).toBe(3);
  });

  it.each<[string, string[], RegExp]>([
    ['a command', ['crd', 'dif'], /unknown command 'dif' \(Did you mean diff\?\); --help shows/],
    ['a flag', ['crd', 'diff', 'old.yaml', 'new.yaml', '--fast'], /unknown option '--fast'/],
    ['a mode', ['crd', 'diff', 'old.yaml', 'new.yaml', '--mode', 'x'], /Allowed choices are crdify, olm, platform/],
    ['a missing side', ['crd', 'diff', 'old.yaml'], /missing required argument 'new'/],
    ['standard input twice', ['crd', 'diff', '-', '-'], /only one side/],
    ['an environment without policies', [...diff, '--environment', 'x'], /--environment .* name it by --policy/],
    [
      'an environment that the policy does not have',
      [...diff, '--policy', 'policy.yaml', '--environment', 'prodution'],
      /"prodution", which no policy of policy\.yaml is for; it has production, staging/,
    ],
    [
      "crdify's file in another mode",
      [...diff, '--crdify-config', 'x', '--mode', 'olm'],
      /--crdify-config is not read in mode olm; give --mode crdify/,
    ],
    ['a release before all', [...diff, '--targets', '1.31,1.5'], /--targets names 1\.5; the oldest .* is 1\.29/],
    ['skip without what', ['gati', 'skip', 'shop'], /skip needs --gate or --stage/],
  ])('%s that does not fit is usage, exit code 2', async (_title, args, words) => {
    const { stderr, exitCode } = await slipway(args);
    expect(stderr).toMatch(/^slipway: .* \[CLI_USAGE\]\n$/);
    expect(stderr).toMatch(words);
    expect(exitCode).toBe(2);
  });

  it.each<[string, string[], string]>([
    ['a file that is not there', ['none.yaml', 'new.yaml'], 'slipway: none.yaml: there is no such file [CLI_INPUT]\n'],
    ['a cluster without kubeconfig', ['cluster:', 'new.yaml', '--kubeconfig', 'none'], '[KUBE_CONFIG]\n'],
    [
      'a cluster that is not there',
      ['cluster:', 'new.yaml', '--kubeconfig', 'nowhere.kubeconfig'],
      '[KUBE_UNREACHABLE]\n',
    ],
  ])('%s is exit code 3', async (_title, args, end) => {
    const { stderr, exitCode } = await slipway(['crd', 'diff', ...args]);
    const stated = stderr.replaceAll(/^.* does not answer .*; trying again .*\n/gm, '');
    expect([exitCode, stated.endsWith(end), stated.split('\n').length]).toEqual([3, true, 2]);
  });
});
