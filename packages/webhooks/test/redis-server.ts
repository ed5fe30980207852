import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Whether this machine has a Redis server to start. */
export const hasRedis = spawnSync('redis-server', ['--version']).status === 0;

/** The title of tests that are skipped without a Redis server. */
export const redisTitle = hasRedis
  ? 'a real Redis'
  : 'a real Redis (SKIPPED: no redis-server here; apt-get install -y redis-server)';

/** Options of a server. */
export interface RedisOptions {
  /** Whether it keeps a log of all writes on disk. Default: nothing is kept. */
  readonly appendOnly?: boolean;
  /** A TCP port of the loopback interface. Default: none. */
  readonly port?: number;
}

/** A Redis server that belongs to one test, behind a socket in a temporary folder. */
export interface TestRedis extends AsyncDisposable {
  readonly socket: string;
  /** Kills the server, as a crash does. Its files stay. */
  kill(): Promise<void>;
  /** Starts a server that was killed, with the files it left. */
  restart(): Promise<void>;
  /** Stops the process without closing its connections: it accepts data and does not respond. */
  pause(): void;
  /** Lets a paused process continue. */
  resume(): void;
}

/** Starts a server. */
export async function startRedis({ appendOnly = false, port = 0 }: RedisOptions = {}): Promise<TestRedis> {
  const folder = mkdtempSync(join(tmpdir(), 'webhooks-redis-'));
  const socket = join(folder, 'redis.sock');
  const settings = [
    '--bind',
    '127.0.0.1',
    '--port',
    String(port),
    '--unixsocket',
    socket,
    '--save',
    '',
    '--appendonly',
    appendOnly ? 'yes' : 'no',
    '--dir',
    folder,
  ];
  const start = () => startServer(settings);
  let server = await start();
  const kill = async () => {
    if (server.exitCode !== null || server.signalCode !== null) return;
    const ended = once(server, 'exit');
    server.kill('SIGKILL');
    await ended;
  };
  return {
    socket,
    kill,
    async restart() {
      server = await start();
    },
    pause: () => void server.kill('SIGSTOP'),
    resume: () => void server.kill('SIGCONT'),
    async [Symbol.asyncDispose]() {
      await kill();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function startServer(settings: readonly string[]): Promise<ChildProcess> {
  const server = spawn('redis-server', settings, { stdio: ['ignore', 'pipe', 'inherit'] });
  let output = '';
  const ready = /ready to accept connections/i;
  server.stdout.setEncoding('utf8');
  await new Promise<void>((resolve, reject) => {
    server.stdout.on('data', (chunk: string) => {
      output += chunk;
      if (ready.test(output)) resolve();
    });
    server.once('exit', () => reject(new Error(`redis-server has ended: ${output}`)));
  });
  return server;
}
