import { markdownTable, type Row } from './row.ts';

/** Hands the rows of a file to the program that asked for them, or prints them when the file was started by hand. */
export function report(rows: readonly Row[]): void {
  if (process.send === undefined) process.stdout.write(markdownTable(rows));
  else process.send(rows);
}
