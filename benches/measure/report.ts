import { markdownTable, type Row } from './row.ts';

/** Sends the rows of a file to the parent process, or prints them if the file was started directly. */
export function report(rows: readonly Row[]): void {
  if (process.send === undefined) process.stdout.write(markdownTable(rows));
  else process.send(rows);
}
