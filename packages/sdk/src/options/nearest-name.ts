/** The least share of common pairs of letters at which two names count as alike. */
const ALIKE = 0.5;

/**
 * Finds the name that was probably meant by a misspelled one. Compares pairs of neighboring letters, which needs little
 * code and does not depend on case.
 */
export function nearestName(name: string, names: readonly string[]): string | undefined {
  const wanted = pairsOf(name);
  let nearest: string | undefined;
  let best = ALIKE;
  for (const candidate of names) {
    const pairs = pairsOf(candidate);
    const common = pairs.filter((pair) => wanted.includes(pair)).length;
    const likeness = (2 * common) / (pairs.length + wanted.length);
    if (likeness < best) continue;
    best = likeness;
    nearest = candidate;
  }
  return nearest;
}

function pairsOf(name: string): string[] {
  const letters = name.slice(0, 100).toLowerCase();
  return Array.from(letters.slice(1), (letter, before) => `${letters[before]}${letter}`);
}
