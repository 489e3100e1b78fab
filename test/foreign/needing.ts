import { ensureTool, type ToolName } from '@slipway/tools/binaries/index';
import { ToolError, type ToolErrorCode } from '@slipway/tools/errors';
import { notRun } from '@slipway/tools/vitest-reporter';
import { describe } from 'vitest';

/** What a machine may lack without anything being broken. */
const LACKS: readonly ToolErrorCode[] = ['TOOLS_GO_MISSING', 'TOOLS_GO_TOO_OLD', 'TOOLS_NO_BINARY_FOR_PLATFORM'];

/** A suite of foreign programs. Where one of them cannot be had it is listed as not run, with the reason. */
export async function describeNeeding(needed: readonly ToolName[], title: string, body: () => void): Promise<void> {
  try {
    // Before any test begins: what has to be built takes longer than a test may.
    for (const tool of needed) await ensureTool(tool, { isPinned: true });
  } catch (error) {
    if (!(error instanceof ToolError && LACKS.includes(error.code))) throw error;
    describe.skip(title, notRun(error.message), body);
    return;
  }
  describe(title, body);
}
