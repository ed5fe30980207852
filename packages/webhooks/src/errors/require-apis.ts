import { missingApis } from '@messaging-service/contract';
import { fail } from './errors.ts';

/**
 * Explains environments without Web APIs, such as the jsdom of Jest.
 *
 * @param names - The APIs, such as `crypto.subtle`.
 * @throws {WebhookVerificationError} `unsupported_runtime`.
 */
export function requireApis(...names: readonly string[]): void {
  const [missing, remedy = ''] = missingApis(names)?.split(': ') ?? [];
  if (missing === undefined) return;
  const other = names.includes('crypto.subtle')
    ? '. Or use verifySync and signSync in Node, Bun or Deno'
    : '';
  const fix = `${remedy.charAt(0).toUpperCase()}${remedy.slice(1)}${other}.`;
  fail('unsupported_runtime', `This environment ${missing}.`, { fix });
}
