import { type WebhookFailure, webhookFailureOf } from '@messaging-service/contract';
import { recordAttempt } from '../domain/rules/webhook-deliveries.ts';
import { mustGet } from '../domain/state/state.ts';
import type { Core, WebhookJob } from '../runtime/core/core.ts';
import type { WebhookOptions } from '../runtime/options/options.ts';
import { milliseconds } from '../runtime/options/values.ts';
import { LONGEST_TIMEOUT_MS } from '../runtime/time/clock-drivers.ts';
import { AttemptLog } from '../runtime/webhooks/attempt-log.ts';
import { Dispatcher, type EndedAttempt } from '../runtime/webhooks/dispatcher.ts';
import { webhookFetch } from '../runtime/webhooks/own-servers.ts';
import { webhookSigner } from '../runtime/webhooks/signing.ts';
import type { Followers } from './followers.ts';

/** The parts of a service that its attempts at webhooks need. */
interface AttemptParts {
  readonly core: Core;
  readonly followers: Followers;
  /** Whether a move of the clock was requested during an attempt that took so long, and still runs. */
  readonly isMovingSince: (tookMs: number) => boolean;
  /** Takes warnings. */
  readonly warn: (message: string) => void;
}

/** The failures of attempts that reached a receiver, which may wait for the clock. Nobody waits at an address where nothing listens. */
const MAY_WAIT: ReadonlySet<WebhookFailure> = new Set(['cut', 'timeout', 'unknown']);

/** Makes the attempts at the webhooks of a service, and records how they end. */
export class WebhookAttempts {
  /** The responses of webhook receivers. */
  readonly log = new AttemptLog();
  readonly dispatcher: Dispatcher;
  readonly #parts: AttemptParts;
  readonly #sign: ReturnType<typeof webhookSigner>;
  /** Receivers that were named in a warning, by their origin. */
  readonly #deadlocked = new Set<string>();

  constructor(settings: WebhookOptions, parts: AttemptParts) {
    const { fetch, timeout = '10s', concurrency = 16 } = settings;
    const { core } = parts;
    this.#parts = parts;
    this.#sign = webhookSigner(settings);
    this.dispatcher = new Dispatcher({
      fetch: () => webhookFetch(fetch ?? globalThis.fetch),
      timeoutMs: Math.min(milliseconds(timeout), LONGEST_TIMEOUT_MS),
      concurrency,
      inOrder: core.driver.mode === 'virtual',
      ready: () => core.working,
      onAttempted: (deliveryId, ended, cause) => this.#record(deliveryId, ended, cause),
    });
  }

  /** Makes an attempt that is due. It is sent when its receiver has a turn, and recorded when it has ended. */
  attempt({ deliveryId, byHand }: WebhookJob, cause: number): void {
    const { core, followers } = this.#parts;
    const delivery = mustGet(core.state.deliveries, deliveryId);
    const { secret } = mustGet(core.state.accounts, delivery.accountUuid).mo;
    const at = core.driver.now();
    this.dispatcher.attempt({
      delivery,
      at,
      cause,
      byHand,
      sign: () => {
        const haveTime = followers.haveTime();
        const sign = () => this.#sign(delivery, at, secret);
        // Without followers, a webhook is sent without another turn, so that histories stay the same.
        return haveTime === undefined ? sign() : haveTime.then(sign);
      },
    });
  }

  /** Forgets the responses, and abandons running attempts, because another state replaces the one they belong to. */
  clear(): void {
    this.log.clear();
    this.dispatcher.abandon();
  }

  #record(deliveryId: string, { attempt, exchange }: EndedAttempt, cause: number): void {
    const { core, isMovingSince } = this.#parts;
    core.executeInBackground((tx) => {
      const { attempts, url } = mustGet(tx.state.deliveries, deliveryId);
      const failure = webhookFailureOf(attempt) ?? 'other-success';
      if (MAY_WAIT.has(failure) && isMovingSince(exchange.tookMs)) this.#warnOfDeadlock(url);
      this.log.add(deliveryId, attempts.length, exchange);
      recordAttempt(tx, deliveryId, attempt);
    }, cause);
  }

  /** An advance was requested while a receiver had not responded, and then it gave no response. */
  #warnOfDeadlock(url: string): void {
    const { origin } = new URL(url);
    if (this.#deadlocked.has(origin)) return;
    this.#deadlocked.add(origin);
    this.#parts.warn(
      `The webhook receiver at ${origin} has not responded, and an advance was requested meanwhile. If the receiver awaits ` +
        'clock.advance() before it responds, each waits for the other until the attempt ends. Respond first, and move the clock afterwards.',
    );
  }
}
