/** One row of the table. */
export interface Row {
  /** The measured work. */
  readonly work: string;
  /** The required result. */
  readonly aim: string;
  readonly measured: string;
  /** Whether the aim was met; undefined if there is no aim, or if the row could not be measured. */
  readonly met?: boolean | undefined;
}

/** Rows as one Markdown table. */
export function markdownTable(rows: readonly Row[]): string {
  const lines = rows.map(
    ({ work, aim, measured, met }) => `| ${work} | ${aim} | ${measured} | ${verdict(met)} |`,
  );
  return ['| work | aim | measured | verdict |', '|---|---|---|---|', ...lines, ''].join('\n');
}

function verdict(met: boolean | undefined): string {
  if (met === undefined) return '–';
  return met ? 'met' : '**missed**';
}

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
