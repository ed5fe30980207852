import type { Scale } from '../components/chart.tsx';

/** The path of a line that keeps a value until the next one: credits do not drift. */
export function steppedPath(xs: readonly number[], ys: readonly number[], x: Scale, y: Scale): string {
  const steps = xs.map((at, index) => {
    const level = y(ys[index] ?? 0);
    return index === 0 ? `M${x(at)} ${level}` : `H${x(at)}V${level}`;
  });
  // The last credits are those until the end.
  return `${steps.join('')}H100`;
}
