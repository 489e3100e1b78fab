export type Cell = string | number;

/** A Markdown table. Numbers are aligned to the right, and so are columns that begin with one. */
export function formatTable(head: readonly string[], rows: readonly (readonly Cell[])[]): string {
  const line = (cells: readonly Cell[]): string => `| ${cells.join(' | ')} |`;
  const alignment = head.map((_, column) => (/^\d/.test(`${rows[0]?.[column] ?? ''}`) ? '---:' : '---'));
  return [line(head), line(alignment), ...rows.map(line)].join('\n');
}

export const formatMs = (ms: number): string => `${ms.toFixed(ms < 10 ? 1 : 0)} ms`;

/** In millions of bytes, as bounds are stated. */
export const formatBytes = (bytes: number): string => `${(bytes / 1e6).toFixed(bytes < 1e7 ? 2 : 1)} MB`;
