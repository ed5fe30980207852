import { recordAttempt } from '../domain/rules/deliveries.ts';
import { emptyState, known } from '../domain/state/state.ts';
import type { Policy, Transaction } from '../domain/state/transaction.ts';
import { Core } from './core/core.ts';
import { SeededIds } from './core/ids.ts';
import { type Founded, found } from './options/initial-state.ts';
import type { EmulatorOptions } from './options/options.ts';
import { carrierRule, milliseconds, retryDelays } from './options/settings.ts';
import { type Restorable, type Snapshot, SnapshotCapture } from './snapshot/snapshot.ts';
import { type ClockDriver, LONGEST_TIMEOUT_MS, systemDriver, virtualDriver } from './time/clock-drivers.ts';
import { CronTimes } from './time/cron-times.ts';
import { instant } from './time/instant.ts';
import { Timeline } from './timeline.ts';
import { Waiters } from './waiting/waiters.ts';
import { Dispatcher } from './webhooks/dispatcher.ts';
import { webhookFetch } from './webhooks/own-servers.ts';
import { webhookSigner } from './webhooks/signing.ts';

const DEFAULT_SEED = 1;

/** One complete emulated service without a face: its state, its time, its webhooks, and how it was founded. */
export class Service {
  readonly options: EmulatorOptions;
  readonly core: Core;
  readonly timeline: Timeline;
  readonly waiters: Waiters;
  readonly #dispatcher: Dispatcher;
  readonly #sign: ReturnType<typeof webhookSigner>;
  readonly #keySpace: number;
  #founded: Founded;

  /**
   * @param options - What it is made with.
   * @param keySpace - Sets its API keys apart from those of its neighbours in one process; 0 for one that stands alone.
   */
  constructor(options: EmulatorOptions, keySpace = 0) {
    this.options = options;
    this.#keySpace = keySpace;
    this.#sign = webhookSigner(options.webhooks ?? {});
    this.core = new Core({
      driver: driverOf(options),
      policy: policyOf(options),
      ids: new SeededIds(options.seed ?? DEFAULT_SEED, keySpace),
      journalLimit: options.journalLimit ?? 10_000,
      attemptWebhook: (deliveryId, cause) => this.#attempt(deliveryId, cause),
    });
    this.waiters = new Waiters(this.core);
    this.#dispatcher = this.#createDispatcher();
    this.timeline = new Timeline(this.core, this.#dispatcher);
    this.#founded = this.#found();
  }

  /** What was there from the start. */
  get founded(): Founded {
    return this.#founded;
  }

  /** Runs a use case. */
  execute<T>(useCase: (tx: Transaction) => T): T {
    return this.core.execute(useCase);
  }

  /** Back to the beginning: clock, seed, state and carrier are as they were when the service was made. */
  reset(): void {
    this.#dispatcher.abandon();
    this.timeline.interrupt();
    this.core.driver.moveTo(startOf(this.options));
    this.core.restart(emptyState(), new SeededIds(this.options.seed ?? DEFAULT_SEED, this.#keySpace), 0);
    this.#founded = this.#found();
  }

  /** All that decides the future. Attempts under way are part of it as jobs that are due: they will be made again. */
  snapshot(): Snapshot {
    const capture = this.capture();
    try {
      return capture.toObject();
    } finally {
      capture.release();
    }
  }

  /** The same, to be written while the service goes on; it must be released. */
  capture(): SnapshotCapture {
    return new SnapshotCapture({
      core: this.core,
      founded: this.#founded,
      underWay: this.#dispatcher.underWay(),
    });
  }

  /** Puts what was read from a snapshot in the place of what there is, in one step. It belongs to this service then. */
  adopt({ now, seq, ids, founded, agenda, state }: Restorable): void {
    const { core } = this;
    this.#dispatcher.abandon();
    this.timeline.interrupt();
    core.driver.moveTo(now);
    core.restart(state, new SeededIds(ids, this.#keySpace), seq);
    core.agenda.adopt(agenda);
    this.#founded = founded;
    core.runDue();
  }

  /** Breaks off what is under way; nothing will happen by itself any more. */
  close(): void {
    this.#dispatcher.abandon();
    this.core.agenda.clear();
    this.core.driver.wakeAt(undefined, () => undefined);
  }

  #found(): Founded {
    return this.execute((tx) => found(tx, this.options, this.#keySpace === 0));
  }

  #createDispatcher(): Dispatcher {
    const { fetch, timeout = '10s', concurrency = 16 } = this.options.webhooks ?? {};
    return new Dispatcher({
      fetch: () => webhookFetch(fetch ?? globalThis.fetch),
      timeoutMs: Math.min(milliseconds(timeout), LONGEST_TIMEOUT_MS),
      concurrency,
      inOrder: this.core.driver.mode === 'virtual',
      onAttempted: (deliveryId, attempt, cause) =>
        this.core.execute((tx) => recordAttempt(tx, deliveryId, attempt), cause),
    });
  }

  #attempt(deliveryId: string, cause: number): void {
    const { state, driver } = this.core;
    const delivery = known(state.deliveries, deliveryId);
    const { secret } = known(state.accounts, delivery.accountUuid).mo;
    const at = driver.now();
    this.#dispatcher.attempt({ delivery, at, cause, sign: () => this.#sign(delivery, at, secret) });
  }
}

function startOf({ now }: EmulatorOptions): number {
  return now === undefined ? Date.now() : instant(now);
}

function driverOf(options: EmulatorOptions): ClockDriver {
  const driver = options.clock === 'system' ? systemDriver : virtualDriver;
  return driver(startOf(options));
}

function policyOf({ seed = DEFAULT_SEED, carrier = {}, webhooks = {} }: EmulatorOptions): Policy {
  const cron = new CronTimes();
  return {
    seed,
    carrierRule: carrierRule(carrier),
    retryDelaysMs: retryDelays(webhooks.retryDelays),
    nextRun: (expression, after) => cron.nextRun(expression, after),
  };
}
