import { visible } from '@messaging-service/text';
import { DEFAULT_RETRY_DELAYS_MS } from '../domain/rules/webhook-deliveries.ts';
import { Rejection } from '../domain/state/rejection.ts';
import { emptyState } from '../domain/state/state.ts';
import type { Policy, Transaction } from '../domain/state/transaction.ts';
import type { Position } from '../domain/views/position.ts';
import type { HttpRequest } from '../http/message.ts';
import { handleCall } from '../public-api/handle-call.ts';
import { PublicApi, type Reply } from '../public-api/public-api.ts';
import { RequestLog } from '../public-api/request-log.ts';
import { Core } from '../runtime/core/core.ts';
import { SeededIds } from '../runtime/core/ids.ts';
import { carrierDefault, carrierRule } from '../runtime/options/carrier.ts';
import { createInitialState, type InitialIdentifiers } from '../runtime/options/initial-state.ts';
import type { CarrierChange, EmulatorOptions, ResetOptions } from '../runtime/options/options.ts';
import { milliseconds } from '../runtime/options/values.ts';
import type { Restorable } from '../runtime/snapshot/read-snapshot.ts';
import type { SnapshotContent } from '../runtime/snapshot/snapshot.ts';
import { writeState } from '../runtime/snapshot/stored-state.ts';
import { type ClockDriver, systemDriver, virtualDriver } from '../runtime/time/clock-drivers.ts';
import { nextRun } from '../runtime/time/cron-times.ts';
import { instant } from '../runtime/time/instant.ts';
import type { AttemptLog } from '../runtime/webhooks/attempt-log.ts';
import { type Credentials, readCredentials } from './credentials.ts';
import { EventLog } from './event-log.ts';
import { EventReader, type RawEvent } from './events.ts';
import { Followers } from './followers.ts';
import { Marks } from './marks.ts';
import { Timeline } from './timeline.ts';
import { UndoableMoves } from './undo.ts';
import { WebhookAttempts } from './webhook-attempts.ts';

const DEFAULT_SEED = 1;

/**
 * One complete emulated service: its state, its time, its webhooks and its public API. An in-process emulator has one;
 * a server has one for each sandbox.
 */
export class Service {
  readonly options: EmulatorOptions;
  readonly core: Core;
  readonly timeline: Timeline;
  readonly #events: EventLog;
  /** The applications that follow the clock of the service. */
  readonly followers: Followers;
  readonly publicApi: PublicApi;
  readonly #marks = new Marks();
  /** The latest calls of the public API. */
  readonly requests: RequestLog;
  /** The responses of webhook receivers. */
  readonly attempts: AttemptLog;
  /** The moves of the clock that can be undone. */
  readonly moves = new UndoableMoves(this);
  readonly #webhooks: WebhookAttempts;
  readonly #ended = new AbortController();
  readonly #number: number;
  #resets = 0;
  #initial: InitialIdentifiers;

  /**
   * Checks the keys of a snapshot before it is restored. A server with several services refuses keys that another one
   * has.
   */
  checkKeys: (keys: readonly string[]) => void = () => undefined;

  /**
   * @param options - Options of the service, already checked.
   * @param number - Number of the service in its process, which makes its API keys different from those of other
   * services; 0 for the default service.
   */
  constructor(options: EmulatorOptions, number = 0) {
    this.options = options;
    this.#number = number;
    this.core = new Core({
      driver: driverOf(options),
      policy: {
        ...policyOf(options),
        changePayload: (kind, payload) => this.publicApi.faults.changePayload(kind, payload),
      },
      ids: idsOf(options, number, 0),
      journalLimit: options.journalLimit ?? 10_000,
      attemptWebhook: (job, cause) => this.#webhooks.attempt(job, cause),
      warn: this.warn,
    });
    this.#events = new EventLog(this.core);
    this.publicApi = new PublicApi(this.core, options);
    this.requests = new RequestLog(options.requestLimit ?? 1_000);
    this.followers = new Followers(this.core, this.warn);
    this.#webhooks = new WebhookAttempts(options.webhooks ?? {}, {
      core: this.core,
      followers: this.followers,
      isMovingSince: (tookMs) => this.timeline.isMovingSince(tookMs),
      warn: this.warn,
    });
    this.attempts = this.#webhooks.log;
    this.timeline = new Timeline(this.core, this.#webhooks.dispatcher, this.followers, this.warn);
    this.#initial = this.#createInitialState();
  }

  /** The keys and sender IDs that exist from the start. */
  credentials(): Credentials {
    return readCredentials(this.core.state, this.#initial);
  }

  /**
   * Settles when a call may change something: when the jobs of a long instant have run, and the applications that follow the
   * clock have stopped at the present time. Undefined if this is so already.
   */
  ready(): Promise<void> | undefined {
    const { working } = this.core;
    return working === undefined ? this.followers.halt() : working.then(() => this.ready());
  }

  /**
   * Handles a call of the public API, and adds it to the log.
   *
   * @param isExempt - Whether no fault applies to it, because a user made it, such as with the inspector.
   */
  handle(request: HttpRequest, isExempt = false): Reply | Promise<Reply> {
    return handleCall(this, request, isExempt);
  }

  /** Runs a use case by hand. */
  execute<T>(useCase: (tx: Transaction) => T): T {
    return this.core.execute(useCase);
  }

  /**
   * Restores the initial clock, state and carrier, and removes faults and logged calls. The initial organization and
   * accounts keep their keys and identifiers. Identifiers that are generated later are new ones, or, with `repeat`, the
   * same as after construction. EMU-8.
   */
  reset({ ids = 'fresh' }: ResetOptions = {}): void {
    const { core, options } = this;
    this.#resets = ids === 'fresh' ? this.#resets + 1 : 0;
    this.publicApi.faults.reset();
    this.requests.clear();
    this.#interrupt();
    core.restart(emptyState(), idsOf(options, this.#number, 0));
    core.moveTo(startOf(options));
    this.followers.jump();
    this.#initial = this.#createInitialState();
    // The initial identifiers are always the same; those that are generated from now on are not.
    if (this.#resets > 0) core.ids = idsOf(options, this.#number, this.#resets);
    this.#marks.restarted(core.state.factCount);
  }

  /** The current position in the history, for `since`. EMU-16. */
  mark(): string {
    const { core } = this;
    core.runDue();
    return this.#marks.write(core.state.factCount);
  }

  /**
   * Reads the mark of `since`.
   *
   * @throws {Rejection} when it is not one.
   */
  positionOf(mark: string): Position {
    const position = this.#marks.read(mark);
    if (position !== undefined) return position;
    const message = `must be a mark, as GET /mark and mark() return it; got ${JSON.stringify(mark.slice(0, 100))}`;
    throw new Rejection('invalid_request', `The request is not valid: since ${message}.`, [
      { path: 'since', message },
    ]);
  }

  /** Changes the settings of the network; the current rules stay unless the change contains others. */
  setCarrier(change: CarrierChange): void {
    this.execute((tx) =>
      tx.record({ type: 'carrier-set', carrier: carrierDefault(change, tx.state.carrier) }),
    );
  }

  /**
   * The complete state, to be written as text or copied before the next call. Running attempts are part of it as jobs that are due,
   * because they are repeated after a restore.
   */
  capture(): SnapshotContent {
    const { core } = this;
    const now = core.driver.now();
    const running = this.#webhooks.dispatcher.underWay().map(({ delivery: { id: deliveryId }, byHand }) => ({
      kind: 'attempt-webhook' as const,
      deliveryId,
      ...(byHand && { byHand }),
    }));
    return {
      now,
      seq: core.state.factCount,
      resets: this.#resets,
      ids: core.ids.state(),
      initial: this.#initial,
      agenda: [...(running.length === 0 ? [] : [[now, running] as const]), ...core.agenda.snapshot()],
      state: writeState(core.state),
    };
  }

  /**
   * Replaces the state with the content of a snapshot, in one step. The content belongs to this service afterwards.
   * Nothing changes if one of its keys is in use by another service of the server.
   */
  adopt({ now, resets, ids, initial, agenda, state }: Restorable): void {
    this.checkKeys([...state.organizations.values(), ...state.accounts.values()].map(({ apiKey }) => apiKey));
    const { core } = this;
    this.#interrupt();
    core.restart(state, new SeededIds(ids, this.#number));
    core.moveTo(now);
    this.followers.jump();
    // Never lower, because the next reset must not repeat identifiers that this service has generated.
    this.#resets = Math.max(this.#resets, resets);
    this.#marks.restarted(state.factCount);
    for (const [dueAt, jobs] of agenda) for (const job of jobs) core.agenda.schedule(dueAt, job);
    this.#initial = initial;
    core.runDueInBackground();
  }

  /**
   * Every fact and every movement of the clock, until the service ends. EMU-11.
   *
   * @param view - The form in which the reader gets an event.
   * @param ended - Ends the events, too.
   * @param since - The number of the last fact that the reader has; default: the latest one.
   */
  events<Event>(
    view: (event: RawEvent) => Event,
    ended: AbortSignal = this.ended,
    since?: number,
  ): EventReader<Event> {
    return new EventReader({ core: this.core, log: this.#events, ended }, view, since);
  }

  /** Is aborted when the service has ended, so that its waits and its streams of events end, too. */
  get ended(): AbortSignal {
    return this.#ended.signal;
  }

  /** Cancels running attempts, pending jobs, waits and event streams. Time no longer passes automatically. */
  close(): void {
    this.#ended.abort(
      new Rejection('unavailable', 'The emulator or its sandbox was closed. Create another one.'),
    );
    this.#webhooks.dispatcher.abandon();
    this.followers.close();
    this.core.agenda.clear();
    this.core.driver.wakeAt(undefined, () => undefined);
  }

  /** Reports a warning to the `onWarning` option, or to the console. */
  readonly warn = (message: string): void => {
    const { onWarning } = this.options;
    if (onWarning !== undefined) onWarning(message);
    // oxlint-disable-next-line no-console -- The developer whose test hangs must see the warning.
    else console.warn(visible(`[messaging-emulator] ${message}`));
  };

  #interrupt(): void {
    this.moves.clear();
    this.#webhooks.clear();
  }

  #createInitialState(): InitialIdentifiers {
    return this.core.execute((tx) => createInitialState(tx, this.options, this.#number === 0), {
      kind: 'configuration',
    });
  }
}

/** Without a seed of its own, each service of a process has identifiers of its own. EMU-5. */
function idsOf({ seed }: EmulatorOptions, number: number, resets: number): SeededIds {
  const streams = [seed === undefined ? number : 0, resets];
  return new SeededIds(seed ?? DEFAULT_SEED, number, streams);
}

function startOf({ now }: EmulatorOptions): number {
  return now === undefined ? Date.now() : instant(now);
}

function driverOf(options: EmulatorOptions): ClockDriver {
  const driver = options.clock === 'system' ? systemDriver : virtualDriver;
  return driver(startOf(options));
}

function policyOf({
  seed = DEFAULT_SEED,
  carrier = {},
  webhooks = {},
}: EmulatorOptions): Omit<Policy, 'changePayload'> {
  return {
    seed,
    carrierRule: carrierRule(carrier),
    retryDelaysMs: webhooks.retryDelays?.map(milliseconds) ?? DEFAULT_RETRY_DELAYS_MS,
    nextRun,
  };
}
