/** A row of a list, as the control API returns it. */
export type Exported = Readonly<Record<string, unknown>>;

/**
 * Rows as CSV (RFC 4180), with the names of their members as the first line. Lists and objects are written as JSON. A text that
 * a spreadsheet would run as a formula begins with an apostrophe. Numbers with a sign, such as `+447700900123`, stay.
 */
export function csvOf(rows: readonly Exported[]): string {
  const names = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  const lines = rows.map((row) => names.map((name) => cellOf(row[name])));
  return [names.map(cellOf), ...lines].map((cells) => `${cells.join(',')}\r\n`).join('');
}

/** The beginning of a text that spreadsheets take for a formula, also after spaces and in full width. */
const FORMULA = /^\s*[=+\-@\t\r\n＝＋－＠﹢﹣−]/u;

/** A number, such as that of a phone, which is not a formula. */
const NUMBER = /^[+-]?\d+(?:\.\d+)?$/;

function cellOf(value: unknown): string {
  if (value === null || value === undefined) return '';
  const text = typeof value === 'string' ? safe(value) : JSON.stringify(value);
  // In some countries the separator is a semicolon, and a cell after one in a text would be a formula again.
  return /[",;\t\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** A text that no spreadsheet runs: an apostrophe before it makes it text. Others send these texts. */
function safe(text: string): string {
  return (FORMULA.test(text) || /^[\t\r\n]/.test(text)) && !NUMBER.test(text) ? `'${text}` : text;
}
