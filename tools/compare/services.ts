import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Answer, Call } from './calls.ts';
import { openWebhookReceiver, type Webhook } from './receivers.ts';
import { readStream } from './streams.ts';

/** The keys of a service that has just started. */
interface Credentials {
  readonly organization: { readonly apiKey: string };
  readonly account: { readonly identifier: string; readonly apiKey: string };
}

/** The command of one checkout, running. */
export interface Service extends AsyncDisposable {
  readonly credentials: Credentials;
  /** Makes a call, and waits until the webhooks that it causes are answered. */
  call(call: Call): Promise<Answer>;
  /** Returns the state of the service whose control API has this path. */
  capture(scope: string): Promise<unknown>;
  /** Continues from an earlier state. */
  restore(scope: string, state: unknown): Promise<void>;
  /** Returns the webhooks that arrived since the last call of this function. */
  webhooks(): readonly Webhook[];
}

/** The members whose values belong to one process and one run. */
const OF_ONE_RUN = new Set(['instance', 'startedAt', 'tookMs', 'keptSince', 'ms', 'date']);

/** The header fields that belong to one connection, or follow from the body. */
const OF_ONE_CONNECTION = new Set([
  'date',
  'connection',
  'keep-alive',
  'content-length',
  'transfer-encoding',
]);

/** Starts the command that the checkout in this folder has built. */
export async function startService(folder: string, seed: number): Promise<Service> {
  const bin = join(folder, 'packages/emulator/bin');
  const [file = ''] = readdirSync(bin);
  const config = join(import.meta.dirname, 'service.json');
  const child = spawn(
    'node',
    [join(bin, file), '--port', '0', '--json', '--config', config, '--seed', `${seed}`],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  const { url, ...credentials } = await readyLine(child);
  const receiver = await openWebhookReceiver();
  const kept = new Map<string, unknown>();

  /** Replaces placeholders: the receiver, and values whose form belongs to a version. */
  const filled = (text: string, scope: string): string =>
    text
      .replaceAll('{receiver}', receiver.url)
      .replaceAll(/\{kept:([^}]+)\}/gu, (_, name: string) =>
        encodeURIComponent(textOf(kept.get(scope + name))),
      );

  const neutral = (text: string): string =>
    text
      .replaceAll(url, 'http://service')
      .replaceAll(new URL(url).host, 'service')
      .replaceAll(receiver.url, '{receiver}')
      .replaceAll(new URL(receiver.url).host, 'receiver')
      .replaceAll(/, with \d+ ms\./gu, ', with … ms.')
      .replaceAll(/(?<=takes )[A-Z, ]+(?=, not )/gu, inOrder);

  const bodyOf = ({ body, text, keptBody, scope }: Call): string | undefined => {
    if (keptBody !== undefined) return filled(JSON.stringify(kept.get(scope + keptBody) ?? {}), scope);
    if (text !== undefined) return text;
    return body === undefined ? undefined : filled(JSON.stringify(body), scope);
  };

  const call = async (made: Call): Promise<Answer> => {
    if (made.first !== undefined) await call(made.first);
    const address = url + filled(made.path, made.scope);
    const body = bodyOf(made);
    const init = {
      method: made.method,
      redirect: 'manual',
      headers: {
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...fillHeaders(made, filled),
      },
      ...(body === undefined ? {} : { body }),
    } as const;
    if (made.stream !== undefined) {
      const { status, body: events } = await readStream(address, init, made.stream, call);
      return { status, headers: {}, body: parsed(neutral(JSON.stringify(events))) };
    }
    const response = await fetch(address, init).catch(() => undefined);
    if (response === undefined) return { status: 0, headers: {}, body: 'no response' };
    const text = await response.text().catch(() => 'cut off');
    const result = parsed(text);
    if (made.keep !== undefined && response.ok) {
      const value = member(result, made.keep.member);
      kept.set(made.scope + made.keep.name, value);
      if (made.keep.name === 'mark') kept.set(`${made.scope}seq`, String(value).split('-')[1]);
    }
    return { status: response.status, headers: headersOf(response), body: parsed(neutral(text)) };
  };

  return {
    credentials,
    call: async (made) => {
      const answer = await call(made);
      // Otherwise, a later call could arrive before or after the results of the webhooks.
      for (const scope of new Set(['/_emulator', made.scope]))
        await call({ method: 'POST', path: `${scope}/settle`, scope });
      if (made.result === undefined) return answer;
      return { ...answer, body: { response: answer.body, result: await call(made.result) } };
    },
    capture: async (scope) => (await fetch(`${url}${scope}/snapshot`)).json(),
    restore: async (scope, state) => {
      const body = JSON.stringify(state);
      const response = await fetch(`${url}${scope}/snapshot`, { method: 'PUT', body });
      const text = await response.text();
      if (!response.ok) throw new Error(`A service refuses its own snapshot: ${text}`);
    },
    webhooks: () => receiver.take().map((webhook) => JSON.parse(neutral(JSON.stringify(webhook))) as Webhook),
    async [Symbol.asyncDispose]() {
      child.kill();
      await once(child, 'exit');
      await receiver[Symbol.asyncDispose]();
    },
  };
}

async function readyLine(child: ChildProcess): Promise<Credentials & { readonly url: string }> {
  if (child.stdout === null) throw new Error('The command has no standard output.');
  for await (const line of createInterface(child.stdout)) {
    return JSON.parse(line) as Credentials & { readonly url: string };
  }
  throw new Error('The command ended before it was ready.');
}

function fillHeaders(
  { headers = {}, scope }: Call,
  filled: (text: string, scope: string) => string,
): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, filled(value, scope)]));
}

function headersOf({ headers }: Response): Readonly<Record<string, string>> {
  return Object.fromEntries(
    [...headers]
      .filter(([name]) => !OF_ONE_CONNECTION.has(name))
      .map(([name, value]) => [name, name === 'allow' ? inOrder(value) : value]),
  );
}

/** Methods have no order that means something. */
function inOrder(methods: string): string {
  return methods.split(', ').sort().join(', ');
}

/** Kept values in paths are texts and numbers. */
function textOf(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

function member(value: unknown, name: string | undefined): unknown {
  if (name === undefined) return value;
  return typeof value === 'object' && value !== null
    ? (value as Readonly<Record<string, unknown>>)[name]
    : undefined;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text, (name, value: unknown) => (OF_ONE_RUN.has(name) ? 'of one run' : value));
  } catch {
    return text;
  }
}
