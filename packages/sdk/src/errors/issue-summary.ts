import type { Issue } from '@messaging-service/contract';
import type { Redact } from './redact.ts';

/** The number of issues in a message; the error has all of them in `issues`. */
const SHOWN = 3;

/** Puts issues into one line. */
export function summarize(issues: readonly Issue[]): string {
  const sentences = issues.slice(0, SHOWN).map(({ path, message }) => `${path || 'the body'} ${message}`);
  if (issues.length > SHOWN) sentences.push(`and ${issues.length - SHOWN} more`);
  return sentences.join('; ');
}

/** Redacts issues, because the name of a member may be a key by mistake. */
export function redactIssues(issues: readonly Issue[], redact: Redact): Issue[] {
  return issues.map(({ path, message }) => ({ path: redact(path), message: redact(message) }));
}
