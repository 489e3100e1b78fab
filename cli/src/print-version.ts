import { dataText } from './data-text.ts';
import type { Outcome } from './outcome.ts';
import type { OutputOf } from './output.ts';
import { VERSION } from './version.ts';

/** `slipway version`: what a report of a fault needs to say. */
export async function printVersion(output: OutputOf<'version'>): Promise<Outcome> {
  const versions = { slipway: VERSION, node: process.versions.node, platform: `${process.platform}-${process.arch}` };
  // Which of several installations it is.
  const all = { ...versions, program: process.argv[1] };
  if (output === 'name') return { stdout: `slipway/${VERSION}\n`, exitCode: 0 };
  if (output === 'json' || output === 'yaml') return { stdout: await dataText(output, all), exitCode: 0 };
  const lines = Object.entries(output === 'wide' ? all : versions).map(([what, version]) => `${what} ${version}\n`);
  return { stdout: lines.join(''), exitCode: 0 };
}
