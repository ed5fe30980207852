import type { ServiceClient, ServiceRequest, ServiceResponse } from '../service/service-client.ts';
import { describeResponse, Skipped, Violation } from '../service/verdict.ts';
import { expectSuccess } from './expectations.ts';
import { expectNothingQueued } from './queued-dry-runs.ts';

/** Both spellings, so that the service reads at least one of them. API-7. */
const DRY_RUN = { isDryrun: 'true', dryRun: 'true' } as const;

/** The operations that can be run dry. */
type DryRunnable = 'messages.send' | 'batches.send';

interface DryRunSettings {
  /** Builds the body of a request that any service accepts. It is scheduled far ahead. */
  readonly ordinaryMessage: () => unknown;
  /** The destination of all dry runs. */
  readonly to: string;
}

/**
 * Makes dry runs. The first one is scheduled far ahead, so that nothing is sent even if the service ignores the
 * parameter. Others follow only while none of them has queued anything.
 */
export class DryRuns {
  readonly #client: ServiceClient;
  readonly #settings: DryRunSettings;
  #proof: Promise<ServiceResponse> | undefined;
  /** The pending batches at the latest look. */
  #pending: readonly string[] = [];

  constructor(client: ServiceClient, settings: DryRunSettings) {
    this.#client = client;
    this.#settings = settings;
  }

  /** Makes a dry run, if dry runs are known to queue nothing. */
  async run(name: DryRunnable, request: ServiceRequest): Promise<ServiceResponse> {
    await this.#requireProof();
    try {
      return await this.#make(name, request);
    } catch (error) {
      if (error instanceof Violation) this.#refute(error);
      throw error;
    }
  }

  /** A service that has queued one dry run can queue the next one, so there is none. */
  #refute(violation: Violation): void {
    this.#proof = Promise.reject(violation);
    this.#proof.catch(() => undefined);
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
    const response = await this.#make('messages.send', { body: this.#settings.ordinaryMessage() });
    if (response.status !== 200)
      throw new Skipped(`a dry run of an ordinary message was refused: ${describeResponse(response)}`);
    return response;
  }

  async #make(name: DryRunnable, request: ServiceRequest): Promise<ServiceResponse> {
    const query = { ...DRY_RUN, ...request.query };
    const response = await this.#client.call(name, { ...request, query });
    if (response.status !== 200) return response;
    const before = this.#pending;
    this.#pending = await this.#listPending();
    const added = this.#pending.filter((identifier) => !before.includes(identifier));
    const to = this.#settings.to.replace(/^\+/, '');
    await expectNothingQueued(this.#client, { response, added, to });
    return response;
  }

  /** If the pending batches cannot be listed, no dry run can be trusted. */
  async #listPending(): Promise<string[]> {
    try {
      const { batches } = expectSuccess(
        'batches.listPending',
        await this.#client.call('batches.listPending'),
      );
      return batches.map(({ identifier }) => identifier);
    } catch (error) {
      if (error instanceof Violation)
        throw new Skipped('the pending batches could not be listed: see pending-batches.list');
      throw error;
    }
  }
}
