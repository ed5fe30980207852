/** Flags that change what a pattern matches. The others (`d`, `g`, `u`, `v`, `y`) do not matter to a single search. */
const MATCHING_FLAGS = ['i', 'm', 's'];

/**
 * Writes a regular expression as the `pattern` of the control API. The server matches it in linear time, so it refuses
 * lookaheads, lookbehinds and backreferences. A text is the source of a pattern.
 */
export function patternOf(match: RegExp | string): string {
  if (typeof match === 'string') return match;
  const flags = MATCHING_FLAGS.filter((flag) => match.flags.includes(flag)).join('');
  return flags === '' ? match.source : `(?${flags}:${match.source})`;
}
