/** One row of the table. */
export interface Row {
  /** The measured work. */
  readonly work: string;
  /** The required result. */
  readonly aim: string;
  readonly measured: string;
  /** Whether the aim was met. */
  readonly met: boolean;
}

/** Rows as one Markdown table. */
export function markdownTable(rows: readonly Row[]): string {
  const lines = rows.map(
    ({ work, aim, measured, met }) => `| ${work} | ${aim} | ${measured} | ${met ? 'met' : '**missed**'} |`,
  );
  return ['| work | aim | measured | verdict |', '|---|---|---|---|', ...lines, ''].join('\n');
}

/** Sends the rows of a file to the parent process, or prints them if the file was started directly. */
export function report(rows: readonly Row[]): void {
  if (process.send === undefined) process.stdout.write(markdownTable(rows));
  else process.send(rows);
}

/** Measures a row for each item, one after the other, and reports them. */
export async function reportEach<Item>(
  items: readonly Item[],
  measure: (item: Item) => Promise<Row>,
): Promise<void> {
  const rows: Row[] = [];
  for (const item of items) rows.push(await measure(item));
  report(rows);
}
