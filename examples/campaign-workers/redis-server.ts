import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Whether this machine has a Redis server to start. */
export const hasRedis = spawnSync('redis-server', ['--version']).status === 0;

/** A running Redis server. */
export interface RedisServer extends AsyncDisposable {
  /** The path of its socket. */
  readonly socket: string;
}

/** Starts a Redis server that listens on a socket in a temporary folder and writes nothing to disk. */
export async function startRedis(): Promise<RedisServer> {
  const folder = mkdtempSync(join(tmpdir(), 'campaign-redis-'));
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
  server.stdout.setEncoding('utf8');
  await new Promise<void>((resolve, reject) => {
    server.stdout.on('data', (chunk: string) => {
      output += chunk;
      if (/ready to accept connections/i.test(output)) resolve();
    });
    server.once('error', reject);
    server.once('exit', () => reject(new Error(`redis-server ended: ${output}`)));
  });
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
