import { dataText } from './data-text.ts';
import type { Outcome } from './outcome.ts';
import { VERSION } from './version.ts';

export type VersionOutput = 'text' | 'json' | 'yaml';

/** `slipway version`: what a report of a fault needs to say. */
export async function printVersion(output: VersionOutput): Promise<Outcome> {
  const versions = { slipway: VERSION, node: process.versions.node, platform: `${process.platform}-${process.arch}` };
  if (output !== 'text') return { stdout: await dataText(output, versions), exitCode: 0 };
  const lines = Object.entries(versions).map(([what, version]) => `${what} ${version}\n`);
  return { stdout: lines.join(''), exitCode: 0 };
}
