/**
 * Playwright fixtures and matchers for applications that send text messages.
 *
 * @packageDocumentation
 */

import type {
  PlaywrightTestArgs,
  PlaywrightTestOptions,
  PlaywrightWorkerArgs,
  PlaywrightWorkerOptions,
} from '@playwright/test';
import { test as base, expect as baseExpect, type Expect, type TestType } from '@playwright/test';
import { connectEmulator } from '../client/client.ts';
import type { RemoteEmulator } from '../client/remote-emulator.ts';
import { createEmulator } from '../emulator.ts';
import type { EmulatorOptions } from '../runtime/options/options.ts';
import { listen } from '../server/node.ts';
import { matchers } from './matchers.ts';
import { Sms } from './sms.ts';

export type { RemoteEmulator } from '../client/client.ts';
export type { EmulatorOptions } from '../runtime/options/options.ts';
export type { DeliveredWebhook, ExpectedMessage } from './matchers.ts';
export type { CodeOptions, Sms } from './sms.ts';

/** The fixtures of each test. */
export interface SmsFixtures {
  /** The text messages of this test. */
  sms: Sms;
}

/** The fixtures of each worker. */
export interface EmulatorWorkerFixtures {
  /** Options of the emulator, for `test.use()`; default: the system clock, so that time passes. */
  emulatorOptions: EmulatorOptions;
  /**
   * The emulator of this worker. No other worker has it. `emulator.baseUrl` and `emulator.account.apiKey` are for the
   * application under test.
   */
  emulator: RemoteEmulator;
}

/** The type of {@link test}. */
export type EmulatorTest = TestType<
  PlaywrightTestArgs & PlaywrightTestOptions & SmsFixtures,
  PlaywrightWorkerArgs & PlaywrightWorkerOptions & EmulatorWorkerFixtures
>;

/**
 * The `test` of Playwright with an emulator for each worker: a sandbox of the server at `MESSAGING_EMULATOR_URL`, or a
 * server of the worker's own on a free port.
 *
 * @example
 * ```ts
 * import { expect, test } from '@messaging-service/emulator/playwright';
 *
 * test('a customer logs in with a code', async ({ page, sms, emulator }) => {
 *   await page.goto('/login');
 *   await page.getByLabel('Mobile number').fill('447700900123');
 *   await page.getByRole('button', { name: 'Send code' }).click();
 *   await page.getByLabel('Code').fill(await sms.waitForCode({ to: '447700900123' }));
 *   await expect(emulator).toHaveSentMessage({ to: '447700900123' });
 * });
 * ```
 */
export const test: EmulatorTest = base.extend<SmsFixtures, EmulatorWorkerFixtures>({
  emulatorOptions: [{}, { scope: 'worker', option: true }],
  emulator: [
    async ({ emulatorOptions }, use, { workerIndex }) => {
      const url = process.env.MESSAGING_EMULATOR_URL;
      const options: EmulatorOptions = { clock: 'system', ...emulatorOptions };
      await (url ? useSandbox(url, options, `worker ${workerIndex}`, use) : useOwnServer(options, use));
    },
    { scope: 'worker' },
  ],
  sms: async ({ emulator }, use) => {
    await use(new Sms(emulator, await emulator.mark()));
  },
});

/** The `expect` of Playwright with the matchers for emulators. Await them. */
export const expect: Expect<typeof matchers> = baseExpect.extend(matchers);

type Use = (emulator: RemoteEmulator) => Promise<void>;

async function useSandbox(url: string, options: EmulatorOptions, name: string, use: Use): Promise<void> {
  const server = await connectEmulator({ url, token: process.env.MESSAGING_EMULATOR_TOKEN });
  const sandbox = await server.sandbox({ ...options, name });
  await use(sandbox);
  await sandbox.close();
  await server.close();
}

async function useOwnServer(options: EmulatorOptions, use: Use): Promise<void> {
  const emulator = createEmulator(options);
  const server = await listen(emulator, { port: 0 });
  const client = await connectEmulator({ url: server.url });
  await use(client);
  await client.close();
  await server.close();
  emulator.close();
}
