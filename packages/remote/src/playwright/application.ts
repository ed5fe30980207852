import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { methodOf, uncached } from '@messaging-service/contract';
import type { EmulatorOptions } from '@messaging-service/emulator';
import { DEFAULT_ACCOUNT } from '@messaging-service/emulator/host';
import type { RemoteEmulator } from '../client/remote-emulator.ts';
import type { ApplicationOptions, ApplicationVariables } from './application-options.ts';
import { ApplicationProcess } from './application-process.ts';

const TIMEOUT_MS = 60_000;
const POLL_MS = 50;

/** The module that makes a process follow the clock: beside the built file of this code, or its source. */
const FOLLOW_CLOCK = ['follow-clock.js', '../../../follow-clock/src/follow-clock.ts'].map((file) =>
  join(import.meta.dirname, file),
);

/** The application of a worker, in a process of its own. */
export interface Application {
  /** Its address, such as `http://localhost:41234`: the `baseURL` of the tests. */
  readonly url: string;
  /** Returns its standard output and standard error. */
  output(): string;
  /** @internal */
  readonly process: ApplicationProcess;
}

/** The address that the application of a worker gets, and the secret of its webhook. */
export interface ApplicationPlace {
  readonly port: number;
  readonly secret: string;
}

/** Picks a free port and a secret. */
export async function findPlace(): Promise<ApplicationPlace> {
  // Without an address, the port is free for IPv4 and for IPv6: the application may listen on either.
  const server = createServer();
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(0, resolve);
  });
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (address === null || typeof address === 'string') throw new Error('No free port was found.');
  return { port: address.port, secret: randomBytes(24).toString('base64url') };
}

/** Options of an emulator whose first account sends inbound messages to the application. */
export function withWebhook(
  options: EmulatorOptions,
  webhookPath: string | undefined,
  place: ApplicationPlace,
): EmulatorOptions {
  if (webhookPath === undefined) return options;
  const [first = DEFAULT_ACCOUNT, ...others] = options.accounts ?? [];
  const mo = { mo_webhook_url: urlOf(place) + webhookPath, mo_webhook_secret: place.secret };
  return { ...options, accounts: [{ ...first, mo }, ...others] };
}

/**
 * Starts an application, and waits until it responds.
 *
 * @param options - What to start.
 * @param folder - Where to start it by default.
 * @throws Error with the last output of the application when it ends, or does not respond in time.
 */
export async function startApplication(
  options: ApplicationOptions,
  emulator: RemoteEmulator,
  place: ApplicationPlace,
  folder: string,
): Promise<Application> {
  const { command, cwd = folder, readyPath = '/', timeout = TIMEOUT_MS } = options;
  const url = urlOf(place);
  const started = new ApplicationProcess(command, cwd, environment(options, variablesOf(emulator, place)));
  const limit = AbortSignal.timeout(timeout);
  while (!limit.aborted && started.end === undefined) {
    if (await responds(url + readyPath, limit)) break;
    await started.ended(POLL_MS);
  }
  if (started.end !== undefined)
    throw await started.failure(`${started.end} before it responded at ${url}${readyPath}.`);
  if (limit.aborted)
    throw await started.failure(
      `The application (${command}) did not respond at ${url}${readyPath} with a status below 500 within ${timeout / 1000} s. ` +
        'It must listen on the port in the environment variable PORT.',
    );
  return { url, process: started, output: () => started.output };
}

/** This name works whether the application listens on IPv4, on IPv6, or on both. */
function urlOf({ port }: ApplicationPlace): string {
  return `http://localhost:${port}`;
}

function variablesOf(emulator: RemoteEmulator, { port, secret }: ApplicationPlace): ApplicationVariables {
  const { baseUrl, sandboxId = '', account, organization } = emulator;
  return {
    PORT: String(port),
    MESSAGING_BASE_URL: baseUrl,
    MESSAGING_ACCOUNT_KEY: account.apiKey,
    MESSAGING_ORGANIZATION_KEY: organization.apiKey,
    MESSAGING_WEBHOOK_SECRET: secret,
    MESSAGING_EMULATOR_URL: baseUrl,
    MESSAGING_EMULATOR_SANDBOX: sandboxId,
  };
}

function environment(options: ApplicationOptions, variables: ApplicationVariables): NodeJS.ProcessEnv {
  const { followClock = true } = options;
  const env = methodOf(options, 'env');
  const own = typeof env === 'function' ? env(variables) : env;
  const all: NodeJS.ProcessEnv = { ...process.env, ...variables, ...own };
  const follow = followClock ? `--import ${followClockUrl()}` : '';
  return { ...all, NODE_OPTIONS: `${all.NODE_OPTIONS ?? ''} ${follow}`.trim() };
}

function followClockUrl(): string {
  const file = FOLLOW_CLOCK.find((candidate) => existsSync(candidate)) ?? '';
  return pathToFileURL(file).href;
}

async function responds(url: string, signal: AbortSignal): Promise<boolean> {
  try {
    const response = await fetch(url, { redirect: 'manual', signal, ...uncached() });
    await response.body?.cancel();
    return response.status < 500;
  } catch {
    // It does not listen yet.
    return false;
  }
}
