import { ensureTool } from '@slipway/tools/binaries/index';
import { ToolError, type ToolErrorCode } from '@slipway/tools/errors';
import { notRun } from '@slipway/tools/vitest-reporter';
import { describe } from 'vitest';

/** What a machine may lack without anything being broken. What is damaged or misnamed is a failure. */
const LACKS: readonly ToolErrorCode[] = ['TOOLS_NO_BINARY_FOR_PLATFORM', 'TOOLS_DOWNLOAD_FAILED'];

/** A suite that needs a Prometheus. Where none can be had it is listed as not run, with the reason. */
export async function describeWithPrometheus(title: string, body: () => void): Promise<void> {
  try {
    // Before any test begins: a download takes longer than a test may.
    await ensureTool('prometheus');
  } catch (error) {
    if (!(error instanceof ToolError && LACKS.includes(error.code))) throw error;
    describe.skip(title, notRun(error.message), body);
    return;
  }
  describe(title, body);
}
