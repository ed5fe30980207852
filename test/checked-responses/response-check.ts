import { inject } from 'vitest';
import { mismatches } from './mismatches.ts';
import { type CheckedResponse, ResponseChecker } from './response-checker.ts';

/** One for each document. The test files of a process share them, because compiling the schemas takes long. */
const checkers = new Map<'openapi' | 'controlApi', ResponseChecker>();

/** Compares a response with docs/openapi.yaml or docs/control-api.yaml, and records the difference. */
export function checkResponse(
  document: 'openapi' | 'controlApi',
  answer: CheckedResponse,
  statuses?: Readonly<Partial<Record<string, number>>>,
): void {
  const checker = checkers.get(document) ?? new ResponseChecker(inject(document));
  checkers.set(document, checker);
  const mismatch = checker.check(answer, statuses);
  if (mismatch !== undefined) mismatches.push(mismatch);
}
