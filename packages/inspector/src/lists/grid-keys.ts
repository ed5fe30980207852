/** The number of rows by which a key moves the selection; undefined for other keys. */
export function stepOf(key: string, page: number, total: number): number | undefined {
  const steps: Readonly<Record<string, number>> = {
    ArrowDown: 1,
    ArrowUp: -1,
    PageDown: page,
    PageUp: -page,
    Home: -total,
    End: total,
  };
  return steps[key];
}
