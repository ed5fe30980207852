import { createRedact } from '@messaging-service/contract';
import type { TargetKeys } from './target.ts';

/** Replaces the target's keys, in whatever form they are written, and any text that looks like a key. */
export function redact(text: string, { accountKey, organizationKey }: TargetKeys): string {
  return createRedact([accountKey, organizationKey], '<key>')(text).replaceAll(/\b[0-9a-f]{32}\b/gi, '<key>');
}
