import { randomHex } from '@messaging-service/contract';
import { ConfigurationError } from '../errors/call-errors.ts';
import { environmentIssues } from '../options/environment-apis.ts';

/**
 * Creates an identifier of a message or a batch: a UUID of version 7, which begins with the time, so that identifiers are near
 * each other in an index.
 *
 * @throws {ConfigurationError} The environment has no random numbers.
 */
export function createId(): string {
  const issues = environmentIssues(['crypto.getRandomValues']);
  if (issues.length > 0) throw new ConfigurationError(issues);
  const time = Math.max(0, Math.floor(Date.now())).toString(16).padStart(12, '0');
  const random = randomHex(10);
  const variant = '89ab'.charAt(Number.parseInt(random.charAt(19), 16) % 4);
  const digits = `${time}7${random.slice(0, 3)}${variant}${random.slice(3, 18)}`;
  return digits.replace(/(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}
