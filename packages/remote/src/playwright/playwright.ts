/**
 * Playwright fixtures and matchers for applications that send text messages.
 *
 * @packageDocumentation
 */

import { dirname } from 'node:path';
import type { EmulatorOptions } from '@messaging-service/emulator';
import { createEmulator } from '@messaging-service/emulator';
import { readOptions } from '@messaging-service/emulator/host';
import { matchers } from '@messaging-service/emulator/matchers';
import { listen } from '@messaging-service/emulator/node';
import type {
  PlaywrightTestArgs,
  PlaywrightTestOptions,
  PlaywrightWorkerArgs,
  PlaywrightWorkerOptions,
} from '@playwright/test';
import { test as base, expect as baseExpect, type Expect, type TestType } from '@playwright/test';
import { connectEmulator } from '../client/client.ts';
import type { RemoteEmulator } from '../client/remote-emulator.ts';
import {
  type Application,
  type ApplicationPlace,
  findPlace,
  startApplication,
  withWebhook,
} from './application.ts';
import { type ApplicationOptions, checkApplicationOptions } from './application-options.ts';
import type { ApplicationProcess } from './application-process.ts';
import { Sms } from './sms.ts';

export type * from '@messaging-service/emulator/entry-types';
export type {
  AnyEmulator,
  DeliveredWebhook,
  ExpectedMessage,
  Verdict,
} from '@messaging-service/emulator/matchers';
export type {
  EventsOptions,
  RemoteClock,
  RemoteEmulator,
  RemoteEvents,
  RemoteFault,
  RemoteHandset,
} from '../client/client.ts';
export type { Application } from './application.ts';
export type { ApplicationOptions, ApplicationVariables } from './application-options.ts';
export type { CodeOptions, Sms } from './sms.ts';

/** The fixtures of each test. */
export interface SmsFixtures {
  /** The text messages of this test. */
  sms: Sms;
  /**
   * Reports the output of the application with a test that fails, and fails a test during which the application ends.
   *
   * @internal
   */
  applicationOutput: void;
}

/** The fixtures of each worker. */
export interface EmulatorWorkerFixtures {
  /** Options of the emulator, for `test.use()`. Default: the system clock, so that time passes. */
  emulatorOptions: EmulatorOptions;
  /**
   * The emulator of this worker. No other worker has it. `emulator.baseUrl` and `emulator.account.apiKey` are for the
   * application under test.
   */
  emulator: RemoteEmulator;
  /** How to start your application. Default: the fixtures start none. */
  applicationOptions: ApplicationOptions | undefined;
  /**
   * The application of this worker, started with `applicationOptions` before the first test. Its address is the `baseURL`
   * of the tests.
   */
  application: Application | undefined;
  /** @internal */
  applicationPlace: ApplicationPlace;
}

/** The type of {@link test}. */
export type EmulatorTest = TestType<
  PlaywrightTestArgs & PlaywrightTestOptions & SmsFixtures,
  PlaywrightWorkerArgs & PlaywrightWorkerOptions & EmulatorWorkerFixtures
>;

/**
 * The `test` of Playwright with an emulator for each worker: a sandbox of the server at `MESSAGING_EMULATOR_URL`, or a
 * server of the worker's own on a free port. With `applicationOptions`, each worker also starts the application under test.
 *
 * @example
 * ```ts
 * import { expect, test } from '@messaging-service/emulator/playwright';
 *
 * test.use({ applicationOptions: { command: 'node main.ts' } });
 *
 * test('a customer logs in with a code', async ({ page, sms, emulator }) => {
 *   await page.goto('/');
 *   await page.getByLabel('Mobile number').fill('447700900123');
 *   await page.getByRole('button', { name: 'Send code' }).click();
 *   await page.getByLabel('Code').fill(await sms.waitForCode({ to: '447700900123' }));
 *   await page.getByRole('button', { name: 'Log in' }).click();
 *   await expect(page.getByText('You are logged in')).toBeVisible();
 *   await expect(emulator).toHaveSentMessage({ to: '447700900123' });
 * });
 * ```
 */
export const test: EmulatorTest = base.extend<SmsFixtures, EmulatorWorkerFixtures>({
  emulatorOptions: [{}, { scope: 'worker', option: true }],
  applicationOptions: [undefined, { scope: 'worker', option: true }],
  applicationPlace: [
    async ({ applicationOptions }, use) => {
      if (applicationOptions !== undefined) checkApplicationOptions(applicationOptions);
      await use(await findPlace());
    },
    { scope: 'worker' },
  ],
  emulator: [
    async ({ emulatorOptions, applicationOptions, applicationPlace }, use, { workerIndex }) => {
      const url = process.env.MESSAGING_EMULATOR_URL;
      const basic: EmulatorOptions = { clock: 'system', ...readOptions(emulatorOptions) };
      const options = withWebhook(basic, applicationOptions?.webhookPath, applicationPlace);
      await (url ? useSandbox(url, options, `worker ${workerIndex}`, use) : useOwnServer(options, use));
    },
    { scope: 'worker' },
  ],
  application: [
    async ({ applicationOptions, applicationPlace: place, emulator }, use, { config }) => {
      if (applicationOptions === undefined) return use(undefined);
      const folder = config.configFile === undefined ? config.rootDir : dirname(config.configFile);
      const application = await startApplication(applicationOptions, emulator, place, folder);
      await use(application);
      await requireRunning(application.process, 'during the tests');
      await application.process.stop();
    },
    // Its own limit, with an error that shows the output, is `applicationOptions.timeout`.
    { scope: 'worker', timeout: 0 },
  ],
  baseURL: async ({ baseURL, application }, use) => use(application?.url ?? baseURL),
  applicationOutput: [
    async ({ application }, use, testInfo) => {
      const process = application?.process;
      if (process === undefined) return use();
      const before = process.output.length;
      await requireRunning(process, 'before this test');
      await use();
      const hasFailed = testInfo.status !== testInfo.expectedStatus;
      // A test often fails because a connection was cut, shortly before the process ends.
      if (hasFailed) await process.ended(ENDING_MS);
      if (hasFailed || process.end !== undefined)
        await testInfo.attach('application output', {
          body: process.output.slice(before),
          contentType: 'text/plain',
        });
      await requireRunning(process, 'during this test');
    },
    { auto: true },
  ],
  sms: async ({ emulator }, use) => {
    await use(new Sms(emulator, await emulator.mark()));
  },
});

/** The `expect` of Playwright with the matchers for emulators. Await them. */
export const expect: Expect<typeof matchers> = baseExpect.extend(matchers);

/** How long an application may take to end after it has cut its connections, in milliseconds of real time. */
const ENDING_MS = 250;

/** Fails the test with the last output of the application if it has ended. */
async function requireRunning(process: ApplicationProcess, when: string): Promise<void> {
  if (process.end !== undefined) throw await process.failure(`${process.end} ${when}.`);
}

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
