/**
 * A client of a running emulator, with the controls of an in-process one. For Node, Bun, Deno and browsers.
 *
 * @packageDocumentation
 */
import { type Checks, missingApis, must, webUrlProblem } from '@messaging-service/contract';
import type { ClockMode } from '@messaging-service/emulator';
import { type Credentials, requireOptions } from '@messaging-service/emulator/host';
import { controlPath, parseAddress } from '@messaging-service/protocol';
import { ControlCalls, notAnEmulator } from './control-calls.ts';
import { EmulatorError } from './emulator-error.ts';
import { type RemoteEmulator, remoteEmulator } from './remote-emulator.ts';

export { WaitTimeoutError } from '@messaging-service/emulator';
export type * from '@messaging-service/emulator/entry-types';
export { EmulatorError, type EmulatorIssue } from './emulator-error.ts';
export type { EventsOptions, RemoteEvents } from './event-stream.ts';
export type { RemoteClock, RemoteEmulator, RemoteFault, RemoteHandset } from './remote-emulator.ts';

/**
 * Which emulator to connect to.
 *
 * @example
 * ```ts
 * import { connectEmulator } from '@messaging-service/emulator/client';
 *
 * const server = await connectEmulator({ url: 'http://127.0.0.1:4010', token: process.env.MESSAGING_EMULATOR_TOKEN });
 * const created = await server.sandbox({ name: 'checkout' });
 * const again = await connectEmulator({ url: 'http://127.0.0.1:4010', sandbox: 'checkout' });
 * console.log(again.account.apiKey === created.account.apiKey); // true
 * ```
 */
export interface ConnectOptions {
  /** The address of the server, such as `http://127.0.0.1:4010`, or the `controlUrl` of a sandbox. */
  url: string | URL;
  /** The identifier or the name of a sandbox; default: the default service of the server. */
  sandbox?: string | undefined;
  /** The control token of the server, or the token of a proxy in front of it. Sent as `Authorization: Bearer`. */
  token?: string | undefined;
}

const CHECKS: Checks<ConnectOptions> = {
  url: must(
    'the address of an emulator, such as "http://127.0.0.1:4010"',
    (url) => webUrlProblem(String(url)) === undefined,
  ),
  sandbox: must('a text', (value) => typeof value === 'string'),
  // Without the value, because it is a secret.
  token: (value) => (typeof value === 'string' ? undefined : 'must be a text'),
};

/** The response to `GET /health` of an emulator. */
interface Health {
  readonly status: 'ok';
  readonly instance: string;
  readonly mode: ClockMode;
}

/**
 * Connects to a running emulator.
 *
 * @param options - Its address, and the sandbox to control.
 * @throws {TypeError} The address is not a valid URL.
 * @throws {EmulatorError} No emulator responds at this address, or it does not have the sandbox.
 *
 * @example
 * ```ts
 * import { connectEmulator } from '@messaging-service/emulator/client';
 *
 * const emulator = await connectEmulator({ url: 'http://127.0.0.1:4010' });
 * await emulator.clock.advance('10m');
 * ```
 */
export async function connectEmulator(options: ConnectOptions): Promise<RemoteEmulator> {
  // With a misspelled sandbox, calls would control the default service, which others may use.
  const { url, sandbox, token } = requireOptions(
    'The options of connectEmulator() are not valid',
    options,
    CHECKS,
    'url',
  );
  const missing = missingApis(['fetch']);
  if (missing !== undefined)
    throw new EmulatorError(`connectEmulator() does not work here, because this environment ${missing}.`, {
      code: 'unreachable',
    });
  const address = parseAddress(url);
  const root = new ControlCalls(address.baseUrl, controlPath(undefined), token);
  const health = await root.call<Partial<Health> | string | null>('GET /health');
  if (typeof health !== 'object' || health?.status !== 'ok' || health.instance === undefined)
    throw notAnEmulator(root.baseUrl, 'the response of GET /_emulator/health is not that of an emulator');
  const id = sandbox === undefined ? address.sandbox : await findSandbox(root, sandbox);
  const calls = root.at(controlPath(id));
  const { mode } = await calls.call<Health>('GET /health');
  const credentials = await calls.call<Credentials>('GET /credentials');
  return remoteEmulator(calls, { ...credentials, mode, sandbox: id });
}

async function findSandbox(root: ControlCalls, sandbox: string): Promise<string> {
  const body = await root.call<{ sandboxes: readonly { id: string; name: string }[] }>('GET /sandboxes');
  const { sandboxes } = body;
  const found = sandboxes.find(({ id }) => id === sandbox) ?? sandboxes.find(({ name }) => name === sandbox);
  if (found !== undefined) return found.id;
  const names = sandboxes.map(({ id, name }) => (id === name ? id : `${id} (${name})`)).join(', ');
  throw new EmulatorError(
    `There is no sandbox ${JSON.stringify(sandbox)} at ${root.baseUrl}. ${names === '' ? 'The server has no sandboxes.' : `The server has: ${names}.`}`,
    { status: 404, code: 'not_found' },
  );
}
