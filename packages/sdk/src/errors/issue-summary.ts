import type { Issue } from '@messaging-service/contract';
import type { Redact } from './redact.ts';

/** What fits on a line of a log; the error has all of them in `issues`. */
const SHOWN = 3;

/** Puts issues into one line. */
export function summarize(issues: readonly Issue[]): string {
  const sentences = issues.slice(0, SHOWN).map(({ path, message }) => `${path || 'it'} ${message}`);
  if (issues.length > SHOWN) sentences.push(`and ${issues.length - SHOWN} more`);
  return sentences.join('; ');
}

/** A member may be named like a key, by a mistake that a log should not repeat. */
export function redactIssues(issues: readonly Issue[], redact: Redact): Issue[] {
  return issues.map(({ path, message }) => ({ path: redact(path), message: redact(message) }));
}
