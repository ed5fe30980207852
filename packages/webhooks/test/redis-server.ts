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

/** A Redis server that belongs to one test, behind a socket in a temporary folder. It keeps nothing on disk. */
export interface TestRedis extends AsyncDisposable {
  readonly socket: string;
  /** Stops the process without closing its connections: it accepts data and does not respond. */
  pause(): void;
  /** Lets a paused process continue. */
  resume(): void;
}

/**
 * Starts a server.
 *
 * @param port - A TCP port of the loopback interface. Default: none.
 */
export async function startRedis(port = 0): Promise<TestRedis> {
  const folder = mkdtempSync(join(tmpdir(), 'webhooks-redis-'));
  const socket = join(folder, 'redis.sock');
  const settings = `--bind 127.0.0.1 --port ${port} --unixsocket ${socket} --appendonly no --dir ${folder}`;
  const server = await startServer([...settings.split(' '), '--save', '']);
  return {
    socket,
    pause: () => void server.kill('SIGSTOP'),
    resume: () => void server.kill('SIGCONT'),
    async [Symbol.asyncDispose]() {
      const ended = once(server, 'exit');
      server.kill('SIGKILL');
      await ended;
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
