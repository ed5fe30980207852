/** A row of a list, as the control API returns it. */
export type Exported = Readonly<Record<string, unknown>>;

/** Rows as CSV (RFC 4180), with the names of their members as the first line. Lists and objects are written as JSON. */
export function csvOf(rows: readonly Exported[]): string {
  const names = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  const lines = rows.map((row) => names.map((name) => cellOf(row[name])));
  return [names.map(cellOf), ...lines].map((cells) => `${cells.join(',')}\r\n`).join('');
}

function cellOf(value: unknown): string {
  if (value === null || value === undefined) return '';
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
