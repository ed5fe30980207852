import { missingApis } from '@messaging-service/contract';
import { fail } from './errors.ts';

/**
 * Explains environments without Web APIs, such as the jsdom of Jest.
 *
 * @param names - The APIs, such as `crypto.subtle`.
 * @throws {WebhookVerificationError} `unsupported_runtime`.
 */
export function requireApis(...names: readonly string[]): void {
  const missing = missingApis(names);
  if (missing === undefined) return;
  const fix = names.includes('crypto.subtle') ? 'Or use verifySync and signSync in Node, Bun or Deno.' : '';
  fail('unsupported_runtime', `This environment ${missing}.`, { fix });
}
