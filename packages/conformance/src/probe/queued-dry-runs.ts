import { type ReceiptSummary, validate } from '@messaging-service/contract';
import { endpointNamed, type ServiceClient, type ServiceResponse } from '../service/service-client.ts';
import { Violation } from '../service/verdict.ts';

/** The places where a dry run may have queued messages. */
export interface DryRunTraces {
  /** The response to the dry run. */
  readonly response: ServiceResponse;
  /** Pending batches that were not pending before. Some may belong to other users of the account. */
  readonly added: readonly string[];
  /** The destination of the dry run, without the plus. */
  readonly to: string;
}

/**
 * Cancels the messages that a dry run has queued.
 *
 * @throws {Violation} when there were any.
 */
export async function expectNothingQueued(
  client: ServiceClient,
  { response, added, to }: DryRunTraces,
): Promise<void> {
  const named = batchesIn(response.body);
  const queued: string[] = [];
  const left: string[] = [];
  // A service may list as pending only batches that hold credits, so the batches of the response are checked as well.
  for (const batchUuid of new Set([...named, ...added])) {
    const destinations = await destinationsOf(client, batchUuid);
    const isOwn = named.includes(batchUuid) || destinations?.includes(to) === true;
    const exists = added.includes(batchUuid) || destinations !== undefined;
    if (!exists || !(isOwn || destinations === undefined)) continue;
    queued.push(batchUuid);
    const isCancelled =
      isOwn && (await client.call('batches.cancel', { path: { batchUuid } })).status === 200;
    if (!isCancelled) left.push(batchUuid);
  }
  if (queued.length === 0) return;
  const rest = left.length === 0 ? '' : `; not cancelled: ${left.join(', ')}`;
  throw new Violation(`a dry run queued ${queued.join(', ')}${rest}`, response);
}

/** Returns the destinations of a batch, without the plus; undefined when the service shows no messages of it. */
async function destinationsOf(client: ServiceClient, batchUuid: string): Promise<string[] | undefined> {
  const request = { path: { batchUuid }, query: { details: 'true' } };
  const { status, body } = await client.call('batches.receipts', request);
  const checked = validate(endpointNamed('batches.receipts').response, body);
  if (status !== 200 || !checked.ok) return undefined;
  const { counts, details = [] } = checked.value as ReceiptSummary;
  return counts.total === 0 ? undefined : details.map(({ destination }) => destination.replace(/^\+/, ''));
}

/** Returns the UUIDs of the batches in a response of add-message or add-batch. */
export function batchesIn(body: unknown): string[] {
  const { messages, identifier } = (body ?? {}) as {
    readonly messages?: unknown;
    readonly identifier?: unknown;
  };
  const uuids = Array.isArray(messages)
    ? messages.map((message) => message?.batchUuid as unknown)
    : [identifier];
  return uuids.filter((uuid) => typeof uuid === 'string');
}
