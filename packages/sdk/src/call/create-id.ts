import { randomHex } from '@messaging-service/contract';
import { ConfigurationError } from '../errors/call-errors.ts';
import { environmentIssues } from '../options/environment-apis.ts';

/** The digits of an identifier that are random, and how many identifiers have theirs drawn together. */
const DIGITS = 19;
const DRAWN = 128;

/** Random digits that no identifier has yet. Asking the system for each identifier would take most of the time of a call. */
let unused = '';

/**
 * Creates an identifier of a message or a batch: a UUID of version 7, which begins with the time, so that identifiers are near
 * each other in an index.
 *
 * @throws {ConfigurationError} The environment has no random numbers.
 */
export function createId(): string {
  const time = Math.max(0, Math.floor(Date.now())).toString(16).padStart(12, '0');
  const random = drawDigits();
  const variant = '89ab'.charAt(Number.parseInt(random.slice(18), 16) % 4);
  const tail = `${variant}${random.slice(3, 6)}-${random.slice(6, 18)}`;
  return `${time.slice(0, 8)}-${time.slice(8)}-7${random.slice(0, 3)}-${tail}`;
}

function drawDigits(): string {
  if (unused === '') {
    const issues = environmentIssues(['crypto.getRandomValues']);
    if (issues.length > 0) throw new ConfigurationError(issues);
    unused = randomHex((DRAWN * DIGITS) / 2);
  }
  const drawn = unused.slice(0, DIGITS);
  unused = unused.slice(DIGITS);
  return drawn;
}
