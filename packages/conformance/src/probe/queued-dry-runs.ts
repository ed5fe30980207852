import { type ReceiptSummary, validate } from '@messaging-service/contract';
import { type Answer, endpointNamed, type Service } from '../service/service-client.ts';
import { Violation } from '../service/verdict.ts';

/** Where a dry run may have left something. */
export interface DryRunTraces {
  /** What it was answered. */
  readonly answer: Answer;
  /** Batches that are pending and were not before; some may be of others who use the account. */
  readonly added: readonly string[];
  /** The number that it was made for, without the plus. */
  readonly to: string;
}

/**
 * Cancels what a dry run has queued all the same.
 *
 * @throws A violation, when there was anything.
 */
export async function expectNothingQueued(
  service: Service,
  { answer, added, to }: DryRunTraces,
): Promise<void> {
  const named = identifiersIn(answer.body);
  const queued: string[] = [];
  const left: string[] = [];
  // Pending are those that hold credits, and not every message does: so what was answered is asked after as well.
  for (const batchUuid of new Set([...named, ...added])) {
    const numbers = await numbersOf(service, batchUuid);
    const isOwn = named.includes(batchUuid) || numbers?.includes(to) === true;
    const isThere = added.includes(batchUuid) || numbers !== undefined;
    if (!isThere || !(isOwn || numbers === undefined)) continue;
    queued.push(batchUuid);
    const isCancelled =
      isOwn && (await service.call('batches.cancel', { path: { batchUuid } })).status === 200;
    if (!isCancelled) left.push(batchUuid);
  }
  if (queued.length === 0) return;
  const rest = left.length === 0 ? '' : `; not cancelled: ${left.join(', ')}`;
  throw new Violation(`a dry run queued ${queued.join(', ')}${rest}`, answer);
}

/** Whom a batch goes to, without the plus; undefined when the service knows no messages of it, or does not say. */
async function numbersOf(service: Service, batchUuid: string): Promise<string[] | undefined> {
  const request = { path: { batchUuid }, query: { details: 'true' } };
  const { status, body } = await service.call('batches.receipts', request);
  const checked = validate(endpointNamed('batches.receipts').response, body);
  if (status !== 200 || !checked.ok) return undefined;
  const { counts, details = [] } = checked.value as ReceiptSummary;
  return counts.total === 0 ? undefined : details.map(({ destination }) => destination.replace(/^\+/, ''));
}

/** The batches that an answer of add-message or add-batch names. */
export function identifiersIn(body: unknown): string[] {
  const { messages, identifier } = (body ?? {}) as {
    readonly messages?: unknown;
    readonly identifier?: unknown;
  };
  const named = Array.isArray(messages)
    ? messages.map((message) => message?.batchUuid as unknown)
    : [identifier];
  return named.filter((one) => typeof one === 'string');
}
