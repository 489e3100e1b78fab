/** Rows of cells as lines of columns; the first row has the titles. */
export function table(rows: readonly (readonly string[])[]): string {
  const [titles = []] = rows;
  const widths = titles.map((_, at) => Math.max(...rows.map((row) => row[at]?.length ?? 0)));
  const line = (row: readonly string[]): string => row.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join('   ');
  return rows.map((row) => `${line(row).trimEnd()}\n`).join('');
}
