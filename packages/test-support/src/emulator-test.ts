import { createEmulator, type Emulator, type EmulatorOptions } from '@messaging-service/emulator';
import { test as base } from 'vitest';
import { createFetchReceiver, type FetchedRequest, type FetchReceiver } from './fetch-receiver.ts';
import { START } from './time.ts';

interface Fixtures {
  readonly receiver: FetchReceiver;
  /** An emulator whose virtual time begins at {@link START}. */
  readonly emulator: Emulator;
  /** The webhooks that it has sent so far. The receiver accepts all of them. */
  readonly received: readonly FetchedRequest[];
}

/** `test` with an emulator of its own, and the webhooks that this emulator sends. */
export const test = base.extend<Fixtures>({
  // oxlint-disable-next-line no-empty-pattern -- Vitest reads the names of other fixtures from the pattern.
  receiver: ({}, use) => use(createFetchReceiver()),
  emulator: async ({ receiver: { fetch } }, use) => {
    const emulator = createEmulator({ now: START, webhooks: { fetch } });
    await use(emulator);
    emulator.close();
  },
  received: ({ receiver }, use) => use(receiver.received),
});

/** An emulator with other options, and the webhooks that it sends, which get these answers; default: 200. */
export function receiving(options: EmulatorOptions = {}, answer?: Parameters<typeof createFetchReceiver>[0]) {
  const { fetch, received } = createFetchReceiver(answer);
  const emulator = createEmulator({ now: START, ...options, webhooks: { ...options.webhooks, fetch } });
  return { emulator, received };
}
