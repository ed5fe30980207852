import type { NotAService } from '../identity/not-a-service.ts';
import type { Difference } from './differences.ts';

/** Whether the target is a service with the API of the specification. */
export interface Verdict {
  /** The verdict as a word, for programs. */
  readonly conclusion: 'service' | 'service-with-differences' | 'not-a-service';
  /** The verdict as a sentence. */
  readonly sentence: string;
  /** The number of differences that the specification does not permit. */
  readonly differences: number;
  /** Why it is not a service with this API; undefined when it is. */
  readonly reason?: string | undefined;
  /** What to do if it is not, as a sentence; undefined when it is. */
  readonly nextStep?: string | undefined;
}

/** Decides. Behavior that the specification leaves open does not count against a service. */
export function decide(differences: readonly Difference[], foreign: NotAService | undefined): Verdict {
  const count = differences.filter(({ kind }) => kind === 'broken-clause').length;
  if (foreign !== undefined) {
    const sentence = `This is not a service with this API: ${foreign.reason}.`;
    return { conclusion: 'not-a-service', sentence, differences: count, ...foreign };
  }
  if (count === 0) return { conclusion: 'service', sentence: 'This is the service.', differences: 0 };
  const sentence = `This is the service, with ${count} ${count === 1 ? 'difference' : 'differences'}.`;
  return { conclusion: 'service-with-differences', sentence, differences: count };
}
