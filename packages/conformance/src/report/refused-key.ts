import { UNKNOWN_KEY } from '../probe/unknown.ts';
import { ServiceClient } from '../service/service-client.ts';
import type { ConformanceTarget } from '../service/target.ts';
import { describeResponse } from '../service/verdict.ts';

/** For each key, an operation that takes it and changes nothing. */
const READS = [
  { key: 'accountKey', noun: 'account key', operation: 'batches.listPending' },
  { key: 'organizationKey', noun: 'organization key', operation: 'accounts.list' },
] as const;

/** The statuses with which services refuse keys. Others, such as 429, have other reasons. */
const KEY_REFUSALS: ReadonlySet<number> = new Set([400, 401, 403]);

/**
 * Finds a key that the service refuses like an unknown one. With a wrong key, every refusal is that of the key, and the
 * report would show its status for other errors.
 *
 * @returns A sentence about the key; undefined when the service accepts the keys.
 */
export async function findRefusedKey(target: ConformanceTarget): Promise<string | undefined> {
  const client = new ServiceClient(target);
  for (const { key, noun, operation } of READS) {
    if (target.keys[key] === undefined) continue;
    // A service that cuts the connection breaks a clause, which the report shows.
    const own = await client.call(operation).catch(() => undefined);
    const unknown = await client.call(operation, { key: UNKNOWN_KEY }).catch(() => undefined);
    if (own === undefined || !KEY_REFUSALS.has(own.status) || own.status !== unknown?.status) continue;
    return `The service does not accept the ${noun}: ${describeResponse(own)}`;
  }
  return undefined;
}
