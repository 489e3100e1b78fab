import { execFile } from 'node:child_process';
import { basename } from 'node:path';
import { promisify } from 'node:util';
import { CliError } from '../errors.ts';
import type { SourceText } from './texts.ts';

const run = promisify(execFile);
const MAX_RENDERED_BYTES = 64 * 1024 * 1024;
const RENDER_MS = 60_000;

/** A chart whose CRDs are templates, as helm renders it with its own values: those in `crds/`, too. */
export async function renderChart(chart: string): Promise<SourceText> {
  const args = ['template', 'slipway', chart, '--include-crds'];
  try {
    const { stdout } = await run('helm', args, { maxBuffer: MAX_RENDERED_BYTES, timeout: RENDER_MS });
    return { source: `${chart} (rendered)`, text: stdout };
  } catch (error) {
    const { code, stderr = '', message } = error as NodeJS.ErrnoException & { stderr?: string };
    const command = `helm template ${basename(chart)} ${chart} --include-crds`;
    if (code === 'ENOENT') {
      const text = `${chart}: has its CRDs in templates/, and there is no helm here to render them; pipe what renders them, with the values you use: ${command} | slipway crd … -`;
      throw new CliError('CLI_INPUT', text, error);
    }
    const why = (stderr || message).trim().split('\n')[0] ?? '';
    const text = `${chart}: has its CRDs in templates/, and helm cannot render them (${why}); give the values it needs and pipe: ${command} -f values.yaml | slipway crd … -`;
    throw new CliError('CLI_INPUT', text, error);
  }
}
