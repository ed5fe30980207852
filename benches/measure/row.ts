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
