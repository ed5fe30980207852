import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Whether this machine has a Redis server to start. */
export const hasRedis = spawnSync('redis-server', ['--version']).status === 0;

/** What to put into the title of a test that is skipped without one. */
export const redisTitle = hasRedis
  ? 'a real Redis'
  : 'a real Redis (SKIPPED: no redis-server here; apt-get install -y redis-server)';

/** A Redis of the test's own, behind a socket in a temporary folder. */
export interface TestRedis extends AsyncDisposable {
  readonly socket: string;
}

/** Starts a server that keeps nothing on disk. */
export async function startRedis(): Promise<TestRedis> {
  const folder = mkdtempSync(join(tmpdir(), 'webhooks-redis-'));
  const socket = join(folder, 'redis.sock');
  const settings = [
    '--port',
    '0',
    '--unixsocket',
    socket,
    '--save',
    '',
    '--appendonly',
    'no',
    '--dir',
    folder,
  ];
  const server = spawn('redis-server', settings, { stdio: ['ignore', 'pipe', 'inherit'] });
  let output = '';
  for await (const chunk of server.stdout) {
    output += String(chunk);
    if (output.includes('Ready to accept connections') || output.includes('ready to accept connections'))
      break;
  }
  return {
    socket,
    async [Symbol.asyncDispose]() {
      const ended = once(server, 'exit');
      server.kill('SIGKILL');
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
