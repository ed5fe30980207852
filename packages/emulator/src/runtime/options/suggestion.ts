import { nearestName } from '@messaging-service/contract';

/**
 * The candidate that a misspelled word probably means, as words that can follow a sentence; the empty string when none
 * is close.
 */
export function suggestion(word: string, candidates: Iterable<string>): string {
  const nearest = nearestName(word, candidates);
  return nearest === undefined ? '' : `; did you mean ${JSON.stringify(nearest)}?`;
}
