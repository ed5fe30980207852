/**
 * Vitest fixtures and matchers for code that sends text messages. ESM only, as Vitest is.
 *
 * @packageDocumentation
 */
import type { RequestHandler } from 'msw';
import type { SetupServer } from 'msw/node';
import { test as base, expect, type TestAPI } from 'vitest';
import { createEmulator, type Emulator } from '../emulator.ts';
import type { EmulatorOptions } from '../runtime/options/options.ts';
import { readOptions } from '../runtime/options/options-check.ts';
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
  /**
   * The emulator: one for each test file, reset after each test. Each concurrent test has one of its own: a sandbox with its own
   * keys, state and clock.
   */
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
 * @param given - Options of the emulator, and whether MSW intercepts.
 *
 * @example
 * ```ts
 * import { createEmulatorTest } from '@messaging-service/emulator/vitest';
 *
 * const test = createEmulatorTest({ now: '2026-01-01T09:00Z' });
 * ```
 */
export function createEmulatorTest(given: EmulatorTestOptions = {}): TestAPI<EmulatorFixtures> {
  const { intercept = true } = given;
  const { intercept: _, ...options } = readOptions(given);
  return base.extend<{ $file: { hosted: EmulatorFixtures }; $test: EmulatorFixtures }>({
    hosted: [
      // Vitest reads the dependencies of a fixture from its parameter's pattern.
      async ({}, use) => {
        const emulator = createEmulator(options);
        const server = intercept ? await startServer(emulator) : undefined;
        await use({ emulator, server });
        stopServer(emulator);
        emulator.close();
      },
      { scope: 'file' },
    ],
    emulator: async ({ hosted, task }, use) => {
      if (task.concurrent === true) return useSandbox(hosted.emulator, options, use);
      answerFirst(hosted.emulator);
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

/**
 * A concurrent test cannot share an emulator with others, because its messages would be theirs, too. All sandboxes with one
 * address belong to one emulator, so that their keys differ.
 */
async function useSandbox(
  emulator: Emulator,
  options: EmulatorOptions,
  use: (sandbox: Emulator) => Promise<void>,
): Promise<void> {
  const { baseUrl: _, ...others } = options;
  const owner = intercepted.find(({ baseUrl }) => baseUrl === emulator.baseUrl) ?? emulator;
  const sandbox = owner.sandbox(others);
  await use(sandbox);
  sandbox.close();
}

/**
 * The emulators to which MSW passes requests in this process; the first one that is responsible responds. A process has one
 * network: the handlers of a second server would silently replace those of the first.
 */
const intercepted: Emulator[] = [];

let network: SetupServer | undefined;

async function startServer(emulator: Emulator): Promise<SetupServer> {
  const { setupServer } = await import('msw/node').catch(explainMissingMsw);
  intercepted.push(emulator);
  if (network !== undefined) return network;
  const [handler] = emulator.handlers;
  const run = async (input: Parameters<RequestHandler['run']>[0]) => {
    for (const { handlers } of intercepted) {
      const result = await handlers[0]?.run(input);
      if (result !== undefined && result !== null) return result;
    }
    return null;
  };
  network = setupServer({ ...handler, run } as unknown as RequestHandler);
  network.listen({ onUnhandledFrame: 'bypass' });
  return network;
}

/** MSW is an optional peer: without it, Node names only the file of this package that imports it. */
function explainMissingMsw(error: unknown): never {
  const { code } = error as { code?: unknown };
  if (code !== 'ERR_MODULE_NOT_FOUND') throw error;
  throw new Error(
    'The fixture uses MSW to intercept requests, and msw is not installed. Run "npm install --save-dev msw", or create the fixture with createEmulatorTest({ intercept: false }) and pass emulator.fetch to the client.',
    { cause: error },
  );
}

/** Of several emulators with one address, that of the running test gets the requests. */
function answerFirst(emulator: Emulator): void {
  const index = intercepted.indexOf(emulator);
  if (index > 0) intercepted.unshift(...intercepted.splice(index, 1));
}

function stopServer(emulator: Emulator): void {
  const index = intercepted.indexOf(emulator);
  if (index >= 0) intercepted.splice(index, 1);
  if (intercepted.length > 0) return;
  network?.close();
  network = undefined;
}
