// Written by hand, because RFC 4180 has only two rules.

/** A quoted or a bare field and its end. */
const FIELD = /(?:"([^"]*(?:""[^"]*)*)"|([^",\r\n]*))(,|\r?\n|$)/y;

/** Reads CSV as in RFC 4180: quoted fields can contain commas, line breaks and doubled quotes. */
export function parseCsv(text: string): string[][] {
  const field = new RegExp(FIELD);
  const records: string[][] = [];
  let record: string[] = [];
  while (field.lastIndex < text.length || record.length > 0) {
    const start = field.lastIndex;
    const match = field.exec(text);
    if (match === null) throw new Error(`Line ${lineAt(text, start)}: a quote is out of place.`);
    const [, quoted, bare = '', end] = match;
    record.push(quoted === undefined ? bare : quoted.replaceAll('""', '"'));
    if (end === ',') continue;
    records.push(record);
    record = [];
  }
  return records;
}

/** Writes CSV as in RFC 4180, with CRLF after each record. */
export function formatCsv(records: readonly (readonly string[])[]): string {
  return records.map((record) => `${record.map(formatField).join(',')}\r\n`).join('');
}

function formatField(field: string): string {
  return /[",\r\n]/.test(field) ? `"${field.replaceAll('"', '""')}"` : field;
}

function lineAt(text: string, index: number): number {
  return text.slice(0, index).split('\n').length;
}
