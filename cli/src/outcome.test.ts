import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { slipway } from '../test/run.ts';
import { outcomeOf } from './outcome.ts';

const refused = (code: string): Error =>
  Object.assign(new Error(`listen ${code}: 0.0.0.0:80`), { code, syscall: 'listen', port: 80 });

describe('the outcome of a command', () => {
  it.each([
    ['EACCES', 'ports below 1024 need rights that you do not have'],
    ['EADDRINUSE', 'it is taken'],
  ])('a port that cannot be listened on (%s) is usage, and says why', (code, why) => {
    expect(outcomeOf(refused(code))).toEqual({
      stderr: `slipway: cannot listen on port 80: ${why}; choose another, or 0 for a free one (${code}) [CLI_USAGE]\n`,
      exitCode: 2,
    });
  });

  it('a setting that cannot be understood is usage', async () => {
    const { stderr, exitCode } = await slipway(['operator', 'gati'], {
      env: { PROMETHEUS_URL: 'http://ann:secret@metrics' },
    });
    expect(stderr).toMatch(/ \[GATI_SETTING\]\n$/);
    expect(exitCode).toBe(2);
  });
});

describe('slipway --version', () => {
  it('prints that of the package', async () => {
    const { version } = JSON.parse(await readFile(`${import.meta.dirname}/../package.json`, 'utf8')) as {
      version: string;
    };
    expect(await slipway(['--version'])).toEqual({ stdout: `${version}\n`, stderr: '', exitCode: 0 });
  });

  it('leaves to convert the flag of that name', async () => {
    const { stderr, exitCode } = await slipway(['gati', 'convert', '-f', 'none.yaml', '--version', 'v1']);
    expect([exitCode, stderr]).toEqual([3, 'slipway: none.yaml: there is no such file [CLI_INPUT]\n']);
  });
});
