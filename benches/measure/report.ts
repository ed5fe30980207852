import { markdownTable, type Row } from './row.ts';

/** Sends the rows of a file to the parent process, or prints them if the file was started directly. */
export function report(rows: readonly Row[]): void {
  if (process.send === undefined) process.stdout.write(markdownTable(rows));
  else process.send(rows);
}

/** Measures one row or several for each item, one after the other, and reports them. */
export async function reportEach<Item>(
  items: readonly Item[],
  measure: (item: Item) => Promise<Row | readonly Row[]>,
): Promise<void> {
  const rows: Row[] = [];
  for (const item of items) rows.push(...[await measure(item)].flat());
  report(rows);
}
