/**
 * Vitest fixtures and matchers for code that sends text messages. ESM only, as Vitest is.
 *
 * @packageDocumentation
 */
import { must } from '@messaging-service/contract';
import type { SetupServer } from 'msw/node';
import { test as base, expect, type TestAPI } from 'vitest';
import { createEmulator, type Emulator } from '../emulator.ts';
import type { EmulatorOptions } from '../runtime/options/options.ts';
import { readOptions } from '../runtime/options/options-check.ts';
import { addIntercepted, answerFirst, intercept, interceptedAt, removeIntercepted } from './interception.ts';
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
   * The emulator: one for each test file, reset after each test. A concurrent test gets one of its own: a sandbox with its
   * own keys, state and clock.
   */
  emulator: Emulator;
  /**
   * The MSW server that passes requests to the emulator. It is undefined if `intercept` is false, and if your own server
   * listens already: then that server passes them.
   */
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
   * Whether MSW passes requests to the emulator's base URL on to the emulator. Install `msw` for it. Other requests are not
   * changed. If an MSW server of your own listens before the test, it gets the emulator's handlers. With false, pass
   * `fetch: emulator.fetch` to your client. Default: true.
   */
  intercept?: boolean | undefined;
}

/**
 * Creates a `test` function with an emulator. The emulator starts before the first test of a file that uses it, is reset
 * after each test, and closes after the last one.
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
  const { intercept: intercepts = true, ...options } = readOptions(given, {
    intercept: must('true or false', (value) => typeof value === 'boolean'),
  });
  return base.extend<{ $file: { hosted: Emulator }; $test: EmulatorFixtures }>({
    hosted: [
      // Vitest reads the dependencies of a fixture from its parameter's pattern.
      async ({}, use) => {
        const emulator = createEmulator(options);
        if (intercepts) await addIntercepted(emulator);
        await use(emulator);
        removeIntercepted(emulator);
        emulator.close();
      },
      { scope: 'file' },
    ],
    server: async ({ hosted: _hosted }, use) => {
      const server = intercepts ? intercept() : undefined;
      await use(server);
      // The test may have started another one.
      if (intercepts) intercept();
    },
    emulator: async ({ hosted, server, task }, use) => {
      if (task.concurrent === true) return useSandbox(hosted, options, use);
      answerFirst(hosted);
      await use(hosted);
      hosted.reset();
      server?.resetHandlers();
    },
  }) as TestAPI<EmulatorFixtures>;
}

/**
 * A `test` function with an emulator, with default options. MSW passes your requests to it.
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
  const owner = interceptedAt(emulator.baseUrl) ?? emulator;
  const sandbox = owner.sandbox(others);
  await use(sandbox);
  sandbox.close();
}
