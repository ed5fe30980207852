import { createEmulator, type Emulator } from '@messaging-service/emulator';
import { message, START } from '@messaging-service/test-support';
import { expect, onTestFinished, test } from 'vitest';

/** Receivers that respond only on command. */
class Receivers {
  readonly #open = new Map<() => void, string>();

  readonly fetch: typeof globalThis.fetch = (input) => {
    const { host } = new URL(input instanceof Request ? input.url : input);
    return new Promise((resolve) => {
      this.#open.set(() => resolve(new Response(null, { status: 200 })), host);
    });
  };

  /** The hosts that are being called, one for each attempt. */
  get calls(): string[] {
    return [...this.#open.values()];
  }

  /** Responds to the running attempts at a host, or at all of them. */
  respond(host?: string): void {
    for (const [answer, of] of this.#open) {
      if (host !== undefined && of !== host) continue;
      this.#open.delete(answer);
      answer();
    }
  }
}

function emulatorFor({ fetch }: Receivers, clock: 'virtual' | 'system' = 'virtual'): Emulator {
  const emulator = createEmulator({
    now: START,
    clock,
    accounts: [{ senders: ['DEMO'], credits: 10_000 }],
    webhooks: { fetch, timeout: '1h' },
  });
  onTestFinished(() => emulator.close());
  return emulator;
}

async function send({ fetch, baseUrl, account }: Emulator, hosts: readonly string[]): Promise<void> {
  const messages = hosts.map((host) => message({ callback: `http://${host}/` }));
  const body = JSON.stringify({ messages });
  const { status } = await fetch(`${baseUrl}/message?key=${account.apiKey}`, { method: 'POST', body });
  expect(status).toBe(200);
}

const hosts = (count: number, name = 'host') =>
  Array.from({ length: count }, (_, index) => `${name}-${index}.example`);

test('at most 256 webhook attempts of an emulator run concurrently, and the others follow (WHK-5)', async () => {
  const receivers = new Receivers();
  const emulator = emulatorFor(receivers);
  await send(emulator, hosts(300));
  await expect.poll(() => receivers.calls).toHaveLength(256);
  receivers.respond();
  await expect.poll(() => receivers.calls).toHaveLength(44);
  receivers.respond();
  await emulator.clock.settle();
  expect(emulator.webhooks({ state: 'succeeded' })).toHaveLength(300);
});

test('receivers that hang do not take the places of the others (WHK-5)', async () => {
  const receivers = new Receivers();
  // With a virtual clock, results are reported in the order of the attempts.
  const emulator = emulatorFor(receivers, 'system');
  const hanging = hosts(20, 'hanging');
  await send(
    emulator,
    hanging.flatMap((host) => Array<string>(40).fill(host)),
  );
  // Sixteen at each until half of the places are taken, then one at each that is left.
  await expect.poll(() => receivers.calls).toHaveLength(140);
  await send(emulator, hosts(100, 'other'));
  await expect.poll(() => receivers.calls).toHaveLength(240);
  receivers.respond('other-99.example');
  await expect.poll(() => emulator.webhooks({ state: 'succeeded' })).toHaveLength(1);
});

test('sixteen webhooks to a receiver that hangs time out together: settling takes one timeout', async () => {
  const events: string[] = [];
  const emulator = createEmulator({
    now: START,
    webhooks: {
      timeout: '250ms',
      retryDelays: [],
      fetch: (_url, init) => {
        events.push('sent');
        const { promise, reject } = Promise.withResolvers<Response>();
        init?.signal?.addEventListener('abort', () => {
          events.push('timed out');
          reject(init.signal?.reason as Error);
        });
        return promise;
      },
    },
  });
  onTestFinished(() => emulator.close());
  await send(emulator, Array<string>(16).fill('hanging.example'));
  await emulator.clock.settle();
  expect(events).toEqual([...Array<string>(16).fill('sent'), ...Array<string>(16).fill('timed out')]);
  expect(emulator.webhooks({ state: 'exhausted' })).toHaveLength(16);
});
