/** Why a tool could not be had, or what is made of them not be run. */
export type ToolErrorCode =
  | 'TOOLS_GO_MISSING'
  | 'TOOLS_GO_TOO_OLD'
  | 'TOOLS_BUILD_FAILED'
  | 'TOOLS_DOWNLOAD_FAILED'
  | 'TOOLS_DAMAGED'
  | 'TOOLS_NOT_EXECUTABLE'
  | 'TOOLS_NO_BINARY_FOR_PLATFORM'
  | 'PROCESS_FAILED'
  | 'PROCESS_PORT_TAKEN'
  | 'CONTROL_PLANE_FAILED';

/** The one error class of the tools. The message says what to do next. */
export class ToolError extends Error {
  override readonly name = 'ToolError';
  readonly code: ToolErrorCode;

  constructor(code: ToolErrorCode, message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.code = code;
  }
}
