import { RequestValidationError } from './errors/request-validation-error.ts';

/**
 * The most that one request may hold. The specification has no limit, but every service has one for the size of a
 * body, and it is better met here, at once, than after minutes of writing and uploading. spec.md, Limits.
 */
const MAX_COUNT = 100_000;

/**
 * Refuses a list that no service would take, before it is copied and checked.
 *
 * @throws {RequestValidationError} When there are too many.
 */
export function assertFewEnough(operation: string, path: string, count: number): void {
  if (count <= MAX_COUNT) return;
  const message = `must hold at most ${MAX_COUNT}, not ${count}: divide it, or see messages.sendMany`;
  throw new RequestValidationError(operation, [{ path, message }]);
}
