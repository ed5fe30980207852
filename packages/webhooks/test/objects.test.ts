import {
  buildDeliveryReceipt,
  buildInboundMessage,
  createMemoryDedupeStore,
  createWebhookHandler,
  type DedupeClaim,
  type DedupeStore,
  type SecretHint,
  verify,
  type WebhookEvent,
  type WebhookVerificationError,
} from '@messaging-service/webhooks';
import { describe, expect, test, vi } from 'vitest';
import { signedRequest, unsignedRequest } from './requests.ts';
import { SECRET, SENT_AT } from './samples.ts';

/** Actions with private fields, methods of the prototype and of a base class, getters and members of their own. */
class Log {
  readonly #events: WebhookEvent[] = [];
  readonly table = 'replies';
  protected keep(event: WebhookEvent): void {
    this.#events.push(event);
  }
  get kinds(): string[] {
    return this.#events.map(({ kind }) => kind);
  }
  deliveryReceipt(event: WebhookEvent): void {
    this.keep(event);
  }
}
class Replies extends Log {
  async inboundMessage(event: WebhookEvent): Promise<void> {
    await Promise.resolve();
    this.keep(event);
  }
  get creditNotification() {
    return (event: WebhookEvent) => this.keep(event);
  }
}

/** Options as an instance of a class, each function of which needs its object. */
class Options {
  readonly #secret = SECRET;
  readonly #now = SENT_AT;
  readonly #log: string[] = [];
  readonly on = new Replies();
  readonly name = 'webhooks';
  get environment() {
    return 'production';
  }
  get policy() {
    return new (class {
      get deliveryReceipt() {
        return 'signed-only' as const;
      }
    })();
  }
  get log() {
    return this.#log;
  }
  secrets(_hint: SecretHint) {
    return this.#secret;
  }
  now() {
    return this.#now;
  }
  onError(error: unknown) {
    this.#log.push((error as WebhookVerificationError).code);
  }
  onMismatch({ reason }: { reason: string }) {
    this.#log.push(reason);
  }
}

class Store implements DedupeStore {
  readonly #store = createMemoryDedupeStore();
  async claim(key: string): Promise<DedupeClaim> {
    return this.#store.claim(key);
  }
  async forget(key: string): Promise<void> {
    await this.#store.forget?.(key);
  }
}

describe('instances of classes', () => {
  test('can be the actions: each is called on its object (WHK-2)', async () => {
    const on = new Replies();
    const handler = createWebhookHandler({ secrets: SECRET, now: SENT_AT, on, dedupe: new Store() });
    for (const request of [
      signedRequest(buildInboundMessage()),
      unsignedRequest(buildDeliveryReceipt()),
      signedRequest({ notification_uuid: 'n', account_uuid: 'a', paid_credit_balance: 1 }),
    ])
      expect((await handler(request)).status).toBe(200);
    expect(on.kinds).toEqual(['inbound-message', 'delivery-receipt', 'credit-notification']);
  });

  test('can be the options, of a handler and of verify', async () => {
    const options = new Options();
    const handler = createWebhookHandler(options);
    expect((await handler(signedRequest(buildInboundMessage()))).status).toBe(200);
    expect((await handler(unsignedRequest(buildDeliveryReceipt()))).status).toBe(401);
    expect((await handler(signedRequest({ event: 'of tomorrow' }))).status).toBe(200);
    expect(options.log).toEqual(['missing_signature', 'unknown-kind', 'no-action']);
    expect(options.on.kinds).toEqual(['inbound-message']);
    await expect(verify(signedRequest(), options)).resolves.toMatchObject({ verified: true });
  });

  test('can be the options of the store in memory', async () => {
    class Clock {
      #time = 0;
      now() {
        return this.#time;
      }
      pass(seconds: number) {
        this.#time += seconds * 1000;
      }
    }
    const clock = new Clock();
    const store = createMemoryDedupeStore(clock);
    const claim = await store.claim('a');
    if (claim.state === 'claimed') await claim.commit();
    clock.pass(86_399);
    expect((await store.claim('a')).state).toBe('done');
    clock.pass(1);
    expect((await store.claim('a')).state).toBe('claimed');
  });

  test('without any action are refused, because their events would be lost', () => {
    expect(() => createWebhookHandler({ on: new Store() as object })).toThrow(
      'on must be an object with at least one of inboundMessage',
    );
  });
});

/** A context as platforms pass it: its function needs its object. */
class Context {
  readonly #work: Promise<unknown>[] = [];
  waitUntil(work: Promise<unknown>): void {
    this.#work.push(work);
  }
  async settled(): Promise<number> {
    await Promise.all(this.#work);
    return this.#work.length;
  }
}

describe('waitUntil', () => {
  const base = { secrets: SECRET, now: SENT_AT };
  const acting = () => {
    const events: unknown[] = [];
    const errors: unknown[] = [];
    return {
      events,
      errors,
      on: { inboundMessage: async (event: unknown) => void events.push(await Promise.resolve(event)) },
      onError: (error: unknown) => errors.push(error),
    };
  };

  test.each([
    ['(request, context)', (context: Context) => [context]],
    ['(request, env, context)', (context: Context) => [{ SECRET }, context]],
  ])('with true is that of the context of the call %s', async (_form, rest) => {
    const { events, errors, ...options } = acting();
    const handler = createWebhookHandler({ ...base, ...options, waitUntil: true });
    const contexts = [new Context(), new Context()];
    for (const context of contexts)
      expect((await handler(signedRequest(buildInboundMessage()), ...rest(context))).status).toBe(200);
    expect(await Promise.all(contexts.map(async (context) => context.settled()))).toEqual([1, 1]);
    expect([events.length, errors]).toEqual([2, []]);
  });

  test('that was detached from its context is called on the context of the call', async () => {
    const { events, errors, ...options } = acting();
    const context = new Context();
    // oxlint-disable-next-line typescript/unbound-method -- This is the mistake that the test is about.
    const handler = createWebhookHandler({ ...base, ...options, waitUntil: context.waitUntil });
    expect((await handler(signedRequest(buildInboundMessage()), context)).status).toBe(200);
    expect([await context.settled(), events.length, errors]).toEqual([1, 1, []]);
  });

  test('that cannot be called is reported, and the handler responds after the action', async () => {
    // oxlint-disable-next-line typescript/unbound-method -- This is the mistake that the test is about.
    for (const waitUntil of [new Context().waitUntil, true]) {
      const { events, errors, ...options } = acting();
      const handler = createWebhookHandler({ ...base, ...options, waitUntil });
      expect((await handler(signedRequest(buildInboundMessage()))).status).toBe(200);
      expect(events).toHaveLength(1);
      expect(String(errors[0])).toContain('waitUntil: true and the context with each call');
      const failing = { inboundMessage: () => Promise.reject(new Error('out of order')) };
      const failed = createWebhookHandler({ ...base, ...options, on: failing, waitUntil });
      expect((await failed(signedRequest(buildInboundMessage()))).status).toBe(500);
    }
  });

  test('that rejects is reported', async () => {
    const { events: _events, errors, ...options } = acting();
    // A function that returns a promise is compatible with its type.
    const waitUntil = (): void => Promise.reject(new Error('too many')) as unknown as undefined;
    const handler = createWebhookHandler({ ...base, ...options, waitUntil });
    expect((await handler(signedRequest(buildInboundMessage()))).status).toBe(200);
    await vi.waitFor(() => expect(errors).toMatchObject([{ message: 'too many' }]));
  });

  test('is not used without the option, whatever the platform passes', async () => {
    const { events, errors, ...options } = acting();
    const context = new Context();
    const handler = createWebhookHandler({ ...base, ...options });
    expect((await handler(signedRequest(buildInboundMessage()), context)).status).toBe(200);
    expect([await context.settled(), events.length, errors]).toEqual([0, 1, []]);
  });
});

describe('a handler that is created for each request', () => {
  test('is reported when its store lets an action run twice, once for each event', async () => {
    const warn = vi.spyOn(console, 'warn').mockReturnValue();
    const payload = buildInboundMessage();
    const respond = async (dedupe?: DedupeStore) => {
      const own = { secrets: SECRET, now: SENT_AT, ...(dedupe === undefined ? {} : { dedupe }) };
      return createWebhookHandler({ ...own, on: { inboundMessage: () => undefined } })(
        signedRequest(payload),
      );
    };
    await respond();
    expect(warn).not.toHaveBeenCalled();
    for (const _ of [1, 2, 3]) await respond();
    expect(warn.mock.calls).toEqual([[expect.stringContaining('Create the handler once') as string]]);
  });

  test('is right with a store that outlives it', async () => {
    const warn = vi.spyOn(console, 'warn').mockReturnValue();
    const payload = buildInboundMessage();
    const dedupe = createMemoryDedupeStore();
    const acted = vi.fn<() => void>();
    for (const _ of [1, 2, 3])
      await createWebhookHandler({ secrets: SECRET, now: SENT_AT, dedupe, on: { inboundMessage: acted } })(
        signedRequest(payload),
      );
    expect([acted.mock.calls.length, warn.mock.calls]).toEqual([1, []]);
  });
});
