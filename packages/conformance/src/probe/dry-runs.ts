import { type ReceiptSummary, validate } from '@messaging-service/contract';
import {
  endpointNamed,
  type ServiceClient,
  type ServiceRequest,
  type ServiceResponse,
} from '../service/service-client.ts';
import { describeResponse, Skipped, Violation } from '../service/verdict.ts';
import { expectSuccess } from './expectations.ts';

/** Both spellings, so that the service reads at least one of them. API-7. */
const DRY_RUN = { isDryrun: 'true', dryRun: 'true' } as const;

/** The operations that can be run dry. */
type DryRunnable = 'messages.send' | 'batches.send';

/**
 * Makes dry runs. The first one is scheduled far ahead, so that nothing is sent even if the service ignores the
 * parameter. Others follow only while none of them has queued anything.
 */
export class DryRuns {
  readonly #client: ServiceClient;
  readonly #ordinary: () => ServiceRequest;
  readonly #to: string;
  #proof: Promise<ServiceResponse> | undefined;
  /** The pending batches at the latest look. */
  #pending: readonly string[] = [];

  /**
   * @param client - Sends the requests.
   * @param to - The destination of all dry runs.
   * @param ordinary - Creates a request of add-message that any service accepts. The message is scheduled far ahead.
   */
  constructor(client: ServiceClient, to: string, ordinary: () => ServiceRequest) {
    this.#client = client;
    this.#to = to.replace(/^\+/, '');
    this.#ordinary = ordinary;
  }

  /** Makes a dry run, if dry runs are known to queue nothing. */
  async run(name: DryRunnable, request: ServiceRequest): Promise<ServiceResponse> {
    await this.#requireProof();
    try {
      return await this.#make(name, request);
    } catch (error) {
      if (error instanceof Violation) {
        // A service that has queued one dry run can queue the next one, so there is none.
        this.#proof = Promise.reject(error);
        this.#proof.catch(() => undefined);
      }
      throw error;
    }
  }

  /** Checks once that dry runs queue nothing. Anything that is queued is cancelled, and is a violation. */
  prove(): Promise<ServiceResponse> {
    this.#proof ??= this.#tryFirst();
    return this.#proof;
  }

  /** If dry runs queue messages, one case reports it, and the others are skipped. */
  async #requireProof(): Promise<void> {
    try {
      await this.prove();
    } catch (error) {
      if (error instanceof Violation)
        throw new Skipped('dry runs are not safe with this service: one of them queued a message');
      if (error instanceof Skipped)
        throw new Skipped('this service cannot make a dry run: see dry-run.queues-nothing');
      throw error;
    }
  }

  async #tryFirst(): Promise<ServiceResponse> {
    this.#pending = await this.#listPending();
    const response = await this.#make('messages.send', this.#ordinary());
    if (response.status !== 200)
      throw new Skipped(`a dry run of an ordinary message was refused: ${describeResponse(response)}`);
    return response;
  }

  async #make(name: DryRunnable, request: ServiceRequest): Promise<ServiceResponse> {
    const query = { ...DRY_RUN, ...request.query };
    const response = await this.#client.call(name, { ...request, query });
    if (response.status < 200 || response.status > 299) return response;
    const before = this.#pending;
    this.#pending = await this.#listPending();
    const added = this.#pending.filter((identifier) => !before.includes(identifier));
    await expectNothingQueued(this.#client, response, added, this.#to);
    return response;
  }

  /** If the pending batches cannot be listed, no dry run can be trusted. Other members than identifiers do not matter. */
  async #listPending(): Promise<string[]> {
    const { status, body } = await this.#client.call('batches.listPending');
    const { batches } = Object(body) as { readonly batches?: unknown };
    const identifiers = Array.isArray(batches)
      ? batches.map((batch) => (Object(batch) as { readonly identifier?: unknown }).identifier)
      : [undefined];
    if (status === 200 && identifiers.every((identifier) => typeof identifier === 'string'))
      return identifiers;
    throw new Skipped('the pending batches could not be listed: see pending-batches.list');
  }
}

/** Lists the UUIDs of the pending batches. */
export async function listPending(client: ServiceClient): Promise<string[]> {
  const response = await client.call('batches.listPending');
  return expectSuccess('batches.listPending', response).batches.map(({ identifier }) => identifier);
}

/**
 * Cancels the messages that a dry run has queued.
 *
 * @param client - Sends the requests.
 * @param response - The response to the dry run.
 * @param added - Pending batches that were not pending before. Some may belong to other users of the account.
 * @param to - The destination of the dry run, without the plus.
 * @throws {Violation} when there were any.
 */
async function expectNothingQueued(
  client: ServiceClient,
  response: ServiceResponse,
  added: readonly string[],
  to: string,
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
