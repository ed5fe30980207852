import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

/** One call of the public API or of the control API. */
export interface Call {
  readonly method: string;
  readonly path: string;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A response, with addresses that do not depend on the port. */
export interface Answer {
  readonly status: number;
  readonly body: unknown;
}

/** The keys of a service that has just started. */
export interface Credentials {
  readonly organization: { readonly apiKey: string };
  readonly account: { readonly identifier: string; readonly apiKey: string };
}

/** The command of one checkout, running. */
export interface Service extends AsyncDisposable {
  readonly credentials: Credentials;
  /** Makes a call. `{mark}` in its path and the body `{snapshot}` are the latest ones of this service. */
  call(call: Call): Promise<Answer>;
}

/** The members whose values belong to one process and one run. */
const OF_ONE_RUN = new Set(['instance', 'startedAt', 'tookMs']);

/** Stands for the latest mark of a service in a path. */
export const MARK = '{mark}';

/** Stands for the latest snapshot of a service as a body. */
export const SNAPSHOT = '{snapshot}';

/** Starts the command that the checkout in this folder has built, with a virtual clock and a seed. */
export async function startService(folder: string, seed: number): Promise<Service> {
  const bin = join(folder, 'packages/emulator/bin');
  const [file = ''] = readdirSync(bin);
  const options = ['--port', '0', '--json', '--clock', 'virtual', '--now', '2030-01-01T08:00:00Z'];
  const child = spawn('node', [join(bin, file), ...options, '--seed', String(seed), '--quiet'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ready = await readyLine(child);
  const { url, ...credentials } = ready;
  let mark = '';
  let snapshot: unknown = {};
  return {
    credentials,
    call: async ({ method, path, body: template, headers }) => {
      const body = template === SNAPSHOT ? snapshot : template;
      const response = await fetch(url + path.replace(MARK, encodeURIComponent(mark)), {
        method,
        headers: { ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      }).catch(() => undefined);
      if (response === undefined) return { status: 0, body: 'no response' };
      const text = (await response.text())
        .replaceAll(url, 'http://service')
        .replaceAll(new URL(url).host, 'service');
      const result = parsed(text);
      // Their form belongs to a version, so each service gets its own.
      if (path === '/_emulator/mark') mark = (result as { mark: string }).mark;
      if (path === '/_emulator/snapshot' && method === 'GET') snapshot = result;
      return { status: response.status, body: result };
    },
    async [Symbol.asyncDispose]() {
      child.kill();
      await once(child, 'exit');
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

function parsed(text: string): unknown {
  try {
    return JSON.parse(text, (name, value: unknown) => (OF_ONE_RUN.has(name) ? 'of one run' : value));
  } catch {
    return text;
  }
}
