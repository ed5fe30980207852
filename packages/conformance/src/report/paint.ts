/** Colors a text by its meaning. */
export interface Paint {
  readonly good: (text: string) => string;
  readonly bad: (text: string) => string;
  readonly open: (text: string) => string;
  readonly strong: (text: string) => string;
  readonly weak: (text: string) => string;
}

const paintWith = (start: number, end: number) => (text: string) => `\u001b[${start}m${text}\u001b[${end}m`;
const keep = (text: string) => text;

/** Leaves texts without color. */
export const PLAIN: Paint = { good: keep, bad: keep, open: keep, strong: keep, weak: keep };

/** Colors for terminals. */
export const COLORED: Paint = {
  good: paintWith(32, 39),
  bad: paintWith(31, 39),
  open: paintWith(33, 39),
  strong: paintWith(1, 22),
  weak: paintWith(2, 22),
};

/**
 * Chooses colors as most commands do: `FORCE_COLOR` decides first, then `NO_COLOR`, then whether the output is a terminal.
 *
 * @param env - The environment variables.
 * @param isTerminal - Whether the output is a terminal.
 */
export function choosePaint(env: Readonly<Record<string, string | undefined>>, isTerminal: boolean): Paint {
  const { FORCE_COLOR: force, NO_COLOR: no, TERM } = env;
  if (force !== undefined) return ['0', 'false'].includes(force) ? PLAIN : COLORED;
  if (no !== undefined && no !== '') return PLAIN;
  return isTerminal && TERM !== 'dumb' ? COLORED : PLAIN;
}
