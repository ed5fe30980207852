import type { Scale } from '../components/chart.tsx';

/** Columns of the drawing. In each of them, only the extremes of a line can be seen. */
const COLUMNS = 1_500;

/**
 * The path of a line that keeps a value until the next one: credits do not drift. However many values there are, the path has a
 * limited length.
 */
export function steppedPath(xs: readonly number[], ys: readonly number[], x: Scale, y: Scale): string {
  let path = '';
  let [column, low, high] = [-1, 0, 0];
  for (const [index, at] of xs.entries()) {
    const value = ys[index] ?? 0;
    const place = Math.floor((x(at) * COLUMNS) / 100);
    if (place === column) {
      [low, high] = [Math.min(low, value), Math.max(high, value)];
      if (Math.floor((x(xs[index + 1] ?? Number.POSITIVE_INFINITY) * COLUMNS) / 100) !== column)
        path += `V${y(low)}V${y(high)}V${y(value)}`;
      continue;
    }
    path += path === '' ? `M${x(at)} ${y(value)}` : `H${x(at)}V${y(value)}`;
    [column, low, high] = [place, value, value];
  }
  // The last credits are those until the end.
  return `${path}H100`;
}
