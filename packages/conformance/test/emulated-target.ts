import type { ConformanceTarget, ReceivedWebhook, WebhookReceiver } from '@messaging-service/conformance';
import { createEmulator, type Emulator, type EmulatorOptions } from '@messaging-service/emulator';

/** An emulated service with all capabilities. */
export interface EmulatedTarget {
  readonly emulator: Emulator;
  readonly target: Omit<ConformanceTarget, 'receiveWebhooks'> & {
    readonly fetch: typeof globalThis.fetch;
    readonly receiveWebhooks: () => Receiver;
  };
}

/** Creates an emulated service with receivers for its webhooks. Sending is permitted. */
export function emulatedTarget({ webhooks, ...options }: EmulatorOptions = {}): EmulatedTarget {
  const receivers = new Map<string, Receiver>();
  const emulator = createEmulator({
    now: '2026-03-01T09:00:00Z',
    ...options,
    webhooks: {
      ...webhooks,
      fetch: async (input, init) => {
        const request = new Request(input, init);
        return receivers.get(request.url)?.receive(request) ?? new Response(undefined, { status: 404 });
      },
    },
  });
  const { baseUrl, fetch, clock, account, organization } = emulator;
  const target = {
    baseUrl,
    fetch,
    keys: { accountKey: account.apiKey, organizationKey: organization.apiKey },
    dryRunOnly: false,
    sender: 'DEMO',
    now: () => clock.now().getTime(),
    advance: (ms: number) => clock.advance(ms),
    receiveWebhooks: () => {
      const receiver = new Receiver(`https://receiver.test/${receivers.size}`);
      receivers.set(receiver.url, receiver);
      return receiver;
    },
    writeFromHandset: (from: string, to: string, text: string) => {
      emulator.handset(from).reply(text, { to });
    },
  };
  return { emulator, target };
}

class Receiver implements WebhookReceiver {
  readonly url: string;
  readonly #received: ReceivedWebhook[] = [];
  #status = 200;

  constructor(url: string) {
    this.url = url;
  }

  async receive(request: Request): Promise<Response> {
    this.#received.push({ headers: Object.fromEntries(request.headers), body: await request.text() });
    return new Response(undefined, { status: this.#status });
  }

  received(): readonly ReceivedWebhook[] {
    return this.#received;
  }

  respondWith(status: number): void {
    this.#status = status;
  }
}
