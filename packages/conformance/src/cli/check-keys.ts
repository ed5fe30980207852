import { UNKNOWN_KEY } from '../probe/unknown.ts';
import { ServiceClient } from '../service/service-client.ts';
import type { ConformanceTarget } from '../service/target.ts';
import { UsageError } from './options.ts';

/** For each key, an operation that takes it and changes nothing. */
const READS = [
  { key: 'accountKey', flag: '--account-key', operation: 'batches.listPending' },
  { key: 'organizationKey', flag: '--organization-key', operation: 'accounts.list' },
] as const;

/** The statuses with which services refuse keys. Others, such as 429, have other reasons. */
const KEY_REFUSALS: ReadonlySet<number> = new Set([400, 401, 403]);

/**
 * Checks that the service treats each key better than an unknown one. With a wrong key, every refusal would be that of the
 * key, and the report would show its status for other errors.
 *
 * @throws {UsageError} when the service refuses a key.
 */
export async function checkKeys(target: ConformanceTarget): Promise<void> {
  const client = new ServiceClient(target);
  for (const { key, flag, operation } of READS) {
    if (target.keys[key] === undefined) continue;
    // A service that cuts the connection breaks a clause, which the report shows.
    const own = await client.call(operation).catch(() => undefined);
    const unknown = await client.call(operation, { key: UNKNOWN_KEY }).catch(() => undefined);
    if (own === undefined || !KEY_REFUSALS.has(own.status) || own.status !== unknown?.status) continue;
    throw new UsageError(
      `The service refuses the key of ${flag} like an unknown one: ${own.status} ${own.text.slice(0, 200)}`,
    );
  }
}
