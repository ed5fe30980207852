/**
 * Vitest fixtures and matchers for code that sends text messages. ESM only, as Vitest is.
 *
 * @packageDocumentation
 */
import type { SetupServer } from 'msw/node';
import { test as base, expect, type TestAPI } from 'vitest';
import { createEmulator, type Emulator } from '../emulator.ts';
import type { EmulatorOptions } from '../runtime/options/options.ts';
import { type EmulatorMatchers, matchers } from './matchers.ts';

export type { Emulator, EmulatorClock } from '../emulator.ts';
export type * from '../entry-types.ts';
export type { DeliveredWebhook, EmulatorMatchers, ExpectedMessage } from './matchers.ts';

declare module 'vitest' {
  // The parameters must be those of Vitest's own declaration for the two to merge.
  interface Matchers<R extends void | Promise<void> = void | Promise<void>, T = unknown>
    extends EmulatorMatchers<R> {}
}

expect.extend(matchers);

/** The fixtures of a test of {@link createEmulatorTest}. */
export interface EmulatorFixtures {
  /** The emulator: one for each test file, reset after each test. */
  emulator: Emulator;
  /** The MSW server that passes requests to the emulator; undefined when `intercept` is false. */
  server: SetupServer | undefined;
}

/**
 * Options of {@link createEmulatorTest}.
 *
 * @example
 * ```ts
 * import { createEmulatorTest } from '@messaging-service/emulator/vitest';
 * import { createMessagingClient } from '@messaging-service/sdk';
 *
 * const test = createEmulatorTest({ intercept: false, now: '2026-01-01T09:00Z' });
 *
 * test('sends without MSW', async ({ emulator: { baseUrl, account, fetch } }) => {
 *   await createMessagingClient({ baseUrl, accountKey: account.apiKey, fetch }).batches.listPending();
 * });
 * ```
 */
export interface EmulatorTestOptions extends EmulatorOptions {
  /**
   * Whether MSW intercepts requests to the emulator's base URL, which needs `msw` installed; default true. Other
   * requests are not changed. With false, pass `fetch: emulator.fetch` to the client.
   */
  intercept?: boolean | undefined;
}

/**
 * Creates a `test` function with an emulator: its server is set up before the first test of a file that uses it, reset
 * after each test, and closed after all of them.
 *
 * @param options - Options of the emulator, and whether MSW intercepts.
 *
 * @example
 * ```ts
 * import { createEmulatorTest } from '@messaging-service/emulator/vitest';
 *
 * const test = createEmulatorTest({ now: '2026-01-01T09:00Z' });
 * ```
 */
export function createEmulatorTest({
  intercept = true,
  ...options
}: EmulatorTestOptions = {}): TestAPI<EmulatorFixtures> {
  return base.extend<{ $file: { hosted: EmulatorFixtures }; $test: EmulatorFixtures }>({
    hosted: [
      // Vitest reads the dependencies of a fixture from its parameter's pattern.
      async ({}, use) => {
        const emulator = createEmulator(options);
        const server = intercept ? await startServer(emulator) : undefined;
        await use({ emulator, server });
        server?.close();
        emulator.close();
      },
      { scope: 'file' },
    ],
    emulator: async ({ hosted }, use) => {
      await use(hosted.emulator);
      hosted.emulator.reset();
      hosted.server?.resetHandlers();
    },
    server: async ({ hosted }, use) => {
      await use(hosted.server);
    },
  }) as TestAPI<EmulatorFixtures>;
}

/**
 * A `test` function with an emulator with default options. MSW passes the requests to it.
 *
 * @example
 * ```ts
 * import { test } from '@messaging-service/emulator/vitest';
 * import { createMessagingClient } from '@messaging-service/sdk';
 * import { expect } from 'vitest';
 *
 * test('a reminder is sent', async ({ emulator }) => {
 *   const { messages } = createMessagingClient({ baseUrl: emulator.baseUrl, accountKey: emulator.account.apiKey });
 *   await messages.sendOne({ to: '447700900123', from: { type: 'shared' }, body: 'See you at nine' });
 *   expect(emulator).toHaveSentMessage({ to: '447700900123', body: /see you at nine/i });
 * });
 * ```
 */
export const test: TestAPI<EmulatorFixtures> = createEmulatorTest();

async function startServer(emulator: Emulator): Promise<SetupServer> {
  const { setupServer } = await import('msw/node');
  const server = setupServer(...emulator.handlers);
  server.listen({ onUnhandledFrame: 'bypass' });
  return server;
}
