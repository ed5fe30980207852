import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { createEmulator } from '@messaging-service/emulator';
import { listen } from '@messaging-service/emulator/node';
import { freePort } from '../../packages/test-support/src/free-port.ts';
import { root } from '../../tools/source-paths.ts';
import type { Application } from './applications.ts';
import { START, sinceStart } from './effects.ts';

/** What one advance by 25 hours caused. */
export interface Outcome {
  /** The lines that the programs have written, in the order of writing: the time since the start, and the text. */
  readonly effects: readonly string[];
  /** The messages that the emulator got: the time at which it queued them, and their text. */
  readonly messages: readonly string[];
  /** How long the advance took, in milliseconds of real time. */
  readonly tookMs: number;
  /** Whatever the programs wrote to their error output. */
  readonly errors: string;
}

const FOLLOW = [
  '--import',
  `${root}tools/source-resolution.ts`,
  '--import',
  '@messaging-service/emulator/follow-clock',
];

/** How long one advance may take, in real time. Busy machines are ten times as slow as others. */
const LIMIT = '5m';

/**
 * Starts the programs of an application with an emulator of its own, moves time by 25 hours, and ends them.
 *
 * @param environment - Names the databases of the application.
 * @throws {Error} when a program ends early, or the advance does not end in time.
 */
export async function runApplication(
  { programs, peers = [] }: Pick<Application, 'programs' | 'peers'>,
  environment: Readonly<Record<string, string>>,
): Promise<Outcome> {
  const folder = mkdtempSync(join(tmpdir(), 'time-application-'));
  const effects = join(folder, 'effects');
  writeFileSync(effects, '');
  await using started = new AsyncDisposableStack();
  started.defer(() => rmSync(folder, { recursive: true, force: true }));
  const emulator = createEmulator({ now: START });
  started.defer(() => emulator.close());
  const server = await listen(emulator);
  started.defer(() => server.close());
  const env = {
    ...process.env,
    ...environment,
    MESSAGING_EMULATOR_URL: server.url,
    ACCOUNT_KEY: emulator.account.apiKey,
    EFFECTS: effects,
    PORT: String(await freePort()),
    // Each program and thread would compile the follower again.
    NODE_COMPILE_CACHE: `${root}node_modules/.cache/node`,
  };
  let errors = '';
  for (const program of [...peers, ...programs]) {
    const running = start(program, env, peers.includes(program) ? [] : FOLLOW);
    started.defer(() => running.kill());
    running.onError((text) => {
      errors += text;
    });
    await running.ready;
  }
  const startedAt = performance.now();
  await emulator.clock.advance('25h', { timeout: LIMIT });
  const tookMs = performance.now() - startedAt;
  return {
    effects: sinceStart(readFileSync(effects, 'utf8').split('\n').slice(0, -1)),
    messages: sinceStart(emulator.messages().map(({ queuedAt, body }) => `${queuedAt} ${body}`)),
    tookMs,
    errors,
  };
}

/** Starts one program, which follows the emulator's clock if its preload does so. It writes the line `ready` when time may move. */
function start(program: string, env: NodeJS.ProcessEnv, preload: readonly string[]) {
  const [file = '', ...args] = program.split(' ');
  const child = spawn(
    process.execPath,
    [...preload, join(import.meta.dirname, 'applications', file), ...args],
    {
      cwd: import.meta.dirname,
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
      // A group of its own, so that its children end with it.
      detached: true,
    },
  );
  const ended = once(child, 'close');
  return {
    ready: isReady(child, program),
    onError: (listener: (text: string) => void) =>
      child.stderr.on('data', (chunk: Buffer) => listener(chunk.toString())),
    kill: async () => {
      if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
      await ended;
    },
  };
}

function isReady(child: ChildProcess & { stdout: NodeJS.ReadableStream }, program: string): Promise<void> {
  let errors = '';
  child.stderr?.on('data', (chunk: Buffer) => {
    errors += chunk.toString();
  });
  return new Promise((resolve, reject) => {
    createInterface({ input: child.stdout }).on('line', (line) => {
      if (line === 'ready') resolve();
    });
    child.once('close', (code) => reject(new Error(`${program} ended with ${code}: ${errors}`)));
  });
}
