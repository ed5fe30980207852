import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { createEmulator, type Emulator, type EmulatorOptions } from '@messaging-service/emulator';
import { listen } from '@messaging-service/emulator/node';
import { expect, onTestFinished } from 'vitest';

/** The folder of the repository, in which the applications run. */
export const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
/** The arguments with which Node preloads the clock. */
export const FOLLOW = [
  '--import',
  './tools/source-resolution.ts',
  '--import',
  '@messaging-service/emulator/follow-clock',
];

/** The instant at which the emulators of these tests start. */
export const START = '2026-01-01T09:00:00.000Z';

/** An application in a process of its own. */
export interface Application {
  readonly process: ChildProcess;
  /** The lines that it has written until now. */
  readonly lines: string[];
  /** Its output to stderr so far. */
  errors(): string;
  /** Waits for a line. */
  line(text: string | RegExp): Promise<string>;
  /** Waits for its end, and returns the exit code. */
  ended(): Promise<number | null>;
}

/** A served emulator, and applications that follow its clock. */
export interface Followed {
  readonly emulator: Emulator;
  readonly url: string;
  readonly warnings: string[];
  /** Starts an application, and waits until it follows the clock and has written the line `ready`, as it does at its end. */
  start(code: string, env?: Readonly<Record<string, string>>): Promise<Application>;
}

/** Serves an emulator until the test ends, by default with a virtual clock. All its applications have the variables of `env`. */
export async function serveFollowed(
  options: EmulatorOptions = {},
  env: Readonly<Record<string, string>> = {},
): Promise<Followed> {
  const warnings: string[] = [];
  const emulator = createEmulator({
    now: START,
    onWarning: (message) => warnings.push(message),
    ...options,
  });
  const server = await listen(emulator);
  onTestFinished(async () => {
    await server.close();
    emulator.close();
  });
  const { url } = server;
  const accountKey = emulator.account.apiKey;
  return {
    emulator,
    url,
    warnings,
    start: async (code, more = {}) => {
      const own = { MESSAGING_EMULATOR_URL: url, EMULATOR: url, ACCOUNT_KEY: accountKey };
      const application = startApplication(code, { ...own, ...env, ...more });
      await application.line('ready');
      return application;
    },
  };
}

/**
 * Helpers of the applications: a message is sent with `send(text, callback)`, a line is written with the time. An application
 * that continues after it is ready calls `ready()`.
 */
const PRELUDE = `
  import { createServer } from 'node:http';
  import { once } from 'node:events';
  const say = (...words) => console.log(...words, new Date().toISOString());
  let isReady = false;
  const ready = () => {
    if (!isReady) console.log('ready');
    isReady = true;
  };
  const send = async (body, callback) => {
    const message = { to: '447700900123', from: { type: 'custom', value: 'DEMO' }, body, callback };
    const response = await fetch(process.env.EMULATOR + '/message?key=' + process.env.ACCOUNT_KEY, {
      method: 'POST',
      body: JSON.stringify({ messages: [message] }),
    });
    if (response.status >= 300) throw new Error(await response.text());
    return response.json();
  };
  const serve = async (handle) => {
    const server = createServer(handle).listen(0, '127.0.0.1');
    await once(server, 'listening');
    console.log('http://127.0.0.1:' + server.address().port);
    return 'http://127.0.0.1:' + server.address().port;
  };
`;

/** Starts a program with these environment variables, preloaded with the clock. */
export function startApplication(code: string, env: Readonly<Record<string, string>>): Application {
  const child = spawn(
    process.execPath,
    [...FOLLOW, '--input-type=module', '--eval', `${PRELUDE}${code}\nready();`],
    {
      cwd: ROOT,
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
  onTestFinished(() => {
    child.kill('SIGKILL');
  });
  const ended = once(child, 'close') as Promise<[number | null]>;
  const lines: string[] = [];
  let errors = '';
  createInterface({ input: child.stdout }).on('line', (line) => lines.push(line));
  child.stderr.on('data', (chunk: Buffer) => {
    errors += chunk.toString();
  });
  const find = (text: string | RegExp) =>
    lines.find((line) => (typeof text === 'string' ? line === text : text.test(line)));
  return {
    process: child,
    lines,
    errors: () => errors,
    line: async (text) => {
      await expect
        .poll(() => [find(text), child.exitCode === null ? '' : errors])
        .not.toEqual([undefined, '']);
      const line = find(text);
      if (line === undefined) throw new Error(`The application ended without ${text}: ${errors}`);
      return line;
    },
    ended: async () => (await ended)[0],
  };
}
