import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { request, type ServedAnswer } from '@messaging-service/test-support';
import { afterAll, beforeEach } from 'vitest';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));

/**
 * A live server responds to a probe within this time even on a busy machine; one whose event loop is blocked does not.
 */
const PROBE_MS = 5_000;

/** Starting a process takes long where many tests run concurrently. */
const START_MS = 60_000;

/** The line that the command prints when it is ready. */
interface Ready {
  readonly url: string;
  readonly organization: { readonly apiKey: string };
  readonly account: { readonly identifier: string; readonly apiKey: string };
}

/** Options for a server process. */
export interface ProcessOptions {
  /** More arguments of the command, such as `['--host', '0.0.0.0']`. */
  readonly args?: readonly string[];
  /** The configuration file's content. */
  readonly config?: object;
}

/** An emulator in a process of its own: an attack that blocks or stops it does not block or stop the test. */
export class ServerProcess {
  readonly child: ChildProcess;
  readonly #ready: Ready;
  /** Its standard error output. */
  stderr = '';

  private constructor(child: ChildProcess, ready: Ready) {
    this.child = child;
    this.#ready = ready;
    child.stderr?.on('data', (chunk: Buffer) => {
      this.stderr += chunk.toString();
    });
  }

  /** Starts the command from its sources, with a virtual clock, and waits until it listens. */
  static async start({ args = [], config = {} }: ProcessOptions = {}): Promise<ServerProcess> {
    const file = join(mkdtempSync(join(tmpdir(), 'attacked-')), 'config.json');
    writeFileSync(file, JSON.stringify({ now: '2026-01-01T09:00:00Z', clock: 'virtual', ...config }));
    const command = ['--import', './tools/source-resolution.ts', 'packages/emulator/src/cli/main.ts'];
    const flags = ['--port', '0', '--json', '--config', file, ...args];
    const child = spawn(process.execPath, [...command, ...flags], {
      cwd: ROOT,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const stopped = once(child, 'exit').then(() => Promise.reject(new Error('The server did not start.')));
    const [line] = (await Promise.race([once(child.stdout, 'data'), stopped])) as [Buffer];
    stopped.catch(() => undefined);
    return new ServerProcess(child, JSON.parse(line.toString()) as Ready);
  }

  get url(): string {
    return this.#ready.url;
  }

  get port(): number {
    return Number(new URL(this.url).port);
  }

  get accountKey(): string {
    return this.#ready.account.apiKey;
  }

  get accountUuid(): string {
    return this.#ready.account.identifier;
  }

  get organizationKey(): string {
    return this.#ready.organization.apiKey;
  }

  /** A call of the control API, such as `control('POST /settle')`. */
  control<Body = Record<string, unknown>>(call: string, body?: unknown): Promise<ServedAnswer<Body>> {
    return request(this.url, call.replace(' ', ' /_emulator'), body);
  }

  /** A call of the public API, with the account's key unless another is given. */
  api<Body = Record<string, unknown>>(
    call: string,
    body?: unknown,
    key = this.accountKey,
  ): Promise<ServedAnswer<Body>> {
    return request(this.url, `${call}${call.includes('?') ? '&' : '?'}key=${key}`, body);
  }

  /** Whether it responds to a probe on a new connection. */
  async isAlive(): Promise<boolean> {
    if (this.child.exitCode !== null || this.child.signalCode !== null) return false;
    try {
      const signal = AbortSignal.timeout(PROBE_MS);
      const response = await fetch(`${this.url}/_emulator/health`, {
        signal,
        headers: { connection: 'close' },
      });
      await response.text();
      return response.status === 200;
    } catch {
      return false;
    }
  }

  /** Ends it immediately, even if it is busy. */
  async kill(): Promise<void> {
    if (this.child.exitCode !== null || this.child.signalCode !== null) return;
    const ended = once(this.child, 'exit');
    this.child.kill('SIGKILL');
    await ended;
  }
}

/**
 * One server for the tests of a file. Each test begins with a reset; a server that an earlier test has blocked or
 * stopped is replaced, so that one success of an attack is one failed test.
 */
export function sharedServer(options: ProcessOptions = {}): () => ServerProcess {
  let server: ServerProcess | undefined;
  beforeEach(async () => {
    if (server === undefined || !(await server.isAlive())) {
      await server?.kill();
      server = await ServerProcess.start(options);
    }
    await server.control('POST /reset');
  }, START_MS);
  afterAll(() => server?.kill());
  return () => server as ServerProcess;
}
