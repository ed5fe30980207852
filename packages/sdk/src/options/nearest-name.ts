/** The least share of common pairs of letters at which two names count as alike. */
const ALIKE = 0.5;

/**
 * Finds the name that was probably meant by a misspelled one. Compares pairs of neighboring letters, which needs little
 * code and does not depend on case.
 */
export function nearestName(name: string, names: readonly string[]): string | undefined {
  const wanted = pairsOf(name);
  const likeness = (candidate: string) => {
    const pairs = pairsOf(candidate);
    return (2 * pairs.filter((pair) => wanted.includes(pair)).length) / (pairs.length + wanted.length);
  };
  const nearest = names.reduce((best, each) => (likeness(each) > likeness(best) ? each : best));
  return likeness(nearest) < ALIKE ? undefined : nearest;
}

function pairsOf(name: string): string[] {
  const letters = name.slice(0, 100).toLowerCase().split('');
  return letters.slice(1).map((letter, before) => letters[before] + letter);
}
