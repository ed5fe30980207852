import type { JournalEntry, Service } from '@messaging-service/emulator/host';
import { type Delivery, type Message, mustGet } from '@messaging-service/emulator/host';
import { listenInOrder } from '../log/call-order.ts';
import type { Log } from '../log/log.ts';
import { CallLines } from './call-lines.ts';
import { countAttempt, type Life, lineOfBatch, lineOfMessage, lineOfReply, lineOfWarning } from './life.ts';
import type { Part } from './paint.ts';
import type { Line, Screen } from './screen.ts';
import { Times } from './times.ts';

/** Batches of more messages have one line, which counts them. */
const MOST_LINES = 10;

/** Lines that can still change. What changes later gets a new line. */
const MOST_SHOWN = 1_000;

/** Returns what a line shows now. */
type Show = (life: Life, columns: number) => readonly Part[];

/** Logs the life of each text in one line, which is completed as it happens. EMU-21. */
export function livesOn(screen: Screen): Log {
  return (service, sandbox) => {
    const times = new Times(screen, sandbox, service.core.driver.now());
    const lives = new Lives(screen, service, times);
    const calls = new CallLines(screen, service, times);
    listenInOrder(service, (happenings) => {
      for (const { call, entry } of happenings)
        if (call === undefined) lives.tell(entry);
        else calls.tell(call);
    });
  };
}

/** The lives of the texts of one service. */
class Lives {
  readonly #screen: Screen;
  readonly #service: Service;
  readonly #times: Times;
  /** By the identifier of the message, of the batch if that has one line, of the reply, or of the webhook. */
  readonly #shown = new Map<string, { readonly life: Life; readonly line: Line; readonly content: Show }>();
  #latestReply = '';

  constructor(screen: Screen, service: Service, times: Times) {
    this.#screen = screen;
    this.#service = service;
    this.#times = times;
  }

  tell({ at, fact }: JournalEntry): void {
    const { state } = this.#service.core;
    switch (fact.type) {
      case 'batch-queued':
        // A batch with one line is shown by its first message.
        for (const uuid of fact.messageUuids.slice(0, MOST_LINES))
          this.#showMessage(at, state.messages.get(uuid));
        break;
      case 'message-sent':
      case 'message-delivered':
      case 'message-failed':
        this.#showMessage(at, state.messages.get(fact.messageUuid));
        break;
      case 'batch-cancelled':
        for (const [key, { life }] of this.#shown)
          if (life.batchUuid === fact.batchUuid) {
            life.isCancelled = true;
            this.#change(at, key);
          }
        break;
      case 'inbound-received': {
        const { payload } = fact;
        this.#latestReply = payload.mo_uuid;
        this.#show(at, payload.mo_uuid, (life, columns) => lineOfReply(payload, life, columns));
        break;
      }
      case 'webhook-queued':
      case 'webhook-attempted':
      case 'webhook-exhausted': {
        const delivery = state.deliveries.get(fact.deliveryId);
        if (delivery === undefined) break;
        const life = this.#showWebhook(at, delivery, fact.type === 'webhook-queued');
        life.delivery = delivery;
        if (fact.type === 'webhook-attempted') countAttempt(life, fact.attempt);
        break;
      }
      default:
      // Other facts are not about texts.
    }
  }

  #showMessage(at: number, message: Message | undefined): Life | undefined {
    if (message === undefined) return undefined;
    const { batch } = message;
    const isCounted = batch.messages.length > MOST_LINES;
    const show: Show = isCounted
      ? (life, columns) => lineOfBatch(batch, life, columns)
      : (life, columns) => lineOfMessage(message, life, columns);
    return this.#show(at, isCounted ? batch.uuid : message.uuid, show, batch.uuid);
  }

  #showWebhook(at: number, delivery: Delivery, isNew: boolean): Life {
    const { kind, id, messageUuid = '' } = delivery;
    const message = this.#service.core.state.messages.get(messageUuid);
    const ofMessage = kind === 'delivery-receipt' ? this.#showMessage(at, message) : undefined;
    if (ofMessage !== undefined) return ofMessage;
    // A reply is received in the same step.
    const reply = this.#shown.get(this.#latestReply);
    if (kind === 'inbound-message' && isNew && reply !== undefined) this.#keep(id, reply);
    return this.#show(at, id, (life) => lineOfWarning(delivery, life));
  }

  /** Adds a line, or changes the one that is there. */
  #show(at: number, key: string, content: Show, batchUuid?: string): Life {
    if (!this.#shown.has(key)) {
      const start = this.#times.begin(at);
      const life: Life = { start, batchUuid, delivery: undefined, results: new Map(), isCancelled: false };
      const line = this.#screen.print((columns) => content(life, columns));
      this.#keep(key, { life, line, content });
      return life;
    }
    return this.#change(at, key);
  }

  #change(at: number, key: string): Life {
    const { life, line, content } = mustGet(this.#shown, key);
    // What is no longer in sight happens in a new line, with the present time.
    if (!line.isShown()) life.start = this.#times.begin(at);
    line.change((columns) => content(life, columns));
    return life;
  }

  #keep(key: string, shown: { readonly life: Life; readonly line: Line; readonly content: Show }): void {
    this.#shown.set(key, shown);
    const [oldest] = this.#shown.keys();
    if (this.#shown.size > MOST_SHOWN && oldest !== undefined) this.#shown.delete(oldest);
  }
}
