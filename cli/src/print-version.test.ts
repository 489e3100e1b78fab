import { expect, it } from 'vitest';
import { printVersion } from './print-version.ts';
import { VERSION } from './version.ts';

it('slipway version prints what a report of a fault needs; -o wide also which program it is', async () => {
  const [text = '', wide = '', name] = (
    await Promise.all([printVersion('text'), printVersion('wide'), printVersion('name')])
  ).map(({ stdout }) => stdout);
  expect(text.split('\n').map((line) => line.split(' ')[0])).toEqual(['slipway', 'node', 'platform', '']);
  expect(wide).toBe(`${text}program ${process.argv[1]}\n`);
  expect(name).toBe(`slipway/${VERSION}\n`);
  const { stdout: json = '' } = await printVersion('json');
  expect(JSON.parse(json)).toMatchObject({ slipway: VERSION, program: process.argv[1] });
});
