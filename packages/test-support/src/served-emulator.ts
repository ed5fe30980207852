import { createEmulator, type Emulator, type EmulatorOptions } from '@messaging-service/emulator';
import { type EmulatorServer, type ListenOptions, listen } from '@messaging-service/emulator/node';
import { expect, onTestFinished } from 'vitest';
import { keyFor } from './calls.ts';
import { messageRequest } from './messages.ts';
import { openReceiver } from './receiver.ts';
import { START } from './time.ts';

/** A response with its body, which is parsed if it is JSON. */
export interface ServedAnswer<Body> {
  readonly status: number;
  readonly body: Body;
}

/** A served emulator, and functions that call it. */
export interface Served {
  /** The emulator behind the server, for calls without HTTP. */
  readonly emulator: Emulator;
  readonly server: EmulatorServer;
  readonly accountKey: string;
  readonly organizationKey: string;
  readonly accountUuid: string;
  /** A call of the control API, such as `control('POST /settle')`. */
  control<Body = Record<string, unknown>>(call: string, body?: unknown): Promise<ServedAnswer<Body>>;
  /** What the control API returns for a path, such as `read('/clock')`. It must not refuse. */
  read<Body = Record<string, unknown>>(path: string): Promise<Body>;
  /** A call of the public API; default: with the key that the path takes. */
  api<Body = Record<string, unknown>>(
    call: string,
    body?: unknown,
    key?: string,
  ): Promise<ServedAnswer<Body>>;
}

/** Serves an emulator until the test ends; default: with a virtual clock. */
export async function serve(
  options: EmulatorOptions = {},
  listenOptions: ListenOptions = {},
): Promise<Served> {
  const emulator = createEmulator({ now: START, ...options });
  const server = await listen(emulator, listenOptions);
  onTestFinished(async () => {
    await server.close();
    emulator.close();
  });
  return servedBy(server, emulator);
}

/** The same for an emulator that the test has served itself. */
export function servedBy(server: EmulatorServer, emulator: Emulator): Served {
  const { organization, account } = emulator;
  return {
    emulator,
    server,
    accountKey: account.apiKey,
    organizationKey: organization.apiKey,
    accountUuid: account.identifier,
    control: (call, body) => request(server.url, call.replace(' ', ' /_emulator'), body),
    read: async <Body>(path: string) => {
      const { status, body } = await request<Body>(server.url, `GET /_emulator${path}`);
      expect(status, `of GET ${path}`).toBe(200);
      return body;
    },
    api: (call, body, key = keyFor(emulator, call.split(' ')[1])) =>
      request(server.url, `${call}${call.includes('?') ? '&' : '?'}key=${key}`, body),
  };
}

/** Makes a call such as `request(url, 'GET /x')`. */
export async function request<Body>(
  baseUrl: string,
  call: string,
  body?: unknown,
): Promise<ServedAnswer<Body>> {
  const [method = '', path = ''] = call.split(' ');
  const isRaw = body === undefined || typeof body === 'string' || body instanceof Uint8Array;
  const text = isRaw ? (body as string | Uint8Array<ArrayBuffer> | undefined) : JSON.stringify(body);
  const response = await fetch(`${baseUrl}${path}`, {
    method,
    ...(text === undefined ? {} : { body: text }),
  });
  const answer = await response.text();
  const json = response.headers.get('content-type') === 'application/json';
  return { status: response.status, body: (json ? JSON.parse(answer) : answer) as Body };
}

/** Sends one message from the default account. */
export function sendServed({ api }: Served, overrides: object = {}) {
  return api('POST /message', messageRequest(overrides));
}

/** Opens a receiver that returns these statuses in order, then repeats the last one, until the test ends. */
export async function answering(...statuses: number[]): Promise<string> {
  const receiver = await openReceiver((response, _webhook, count) => {
    response.statusCode = statuses[Math.min(count, statuses.length) - 1] ?? 200;
    response.end();
  });
  onTestFinished(() => receiver[Symbol.asyncDispose]());
  return `${receiver.url}/`;
}
