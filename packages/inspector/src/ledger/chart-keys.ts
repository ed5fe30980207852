/** The number of changes by which a key moves the cursor of the chart; undefined for other keys. */
export function stepOf(key: string, last: number): number | undefined {
  const steps: Readonly<Record<string, number>> = {
    ArrowRight: 1,
    ArrowUp: 1,
    ArrowLeft: -1,
    ArrowDown: -1,
    End: last,
    Home: -last,
  };
  return steps[key];
}
