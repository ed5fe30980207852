import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../../packages/test-support/src/free-port.ts';
import type { Service } from './service.ts';

/** Why the applications with Redis are skipped; undefined where they are not. */
export const withoutRedis =
  spawnSync('redis-server', ['--version']).status === 0
    ? undefined
    : 'no redis-server here: apt-get install -y redis-server';

/** Starts a Redis server on a free port. It writes nothing to disk. */
export async function startRedis(): Promise<Service> {
  const folder = mkdtempSync(join(tmpdir(), 'time-redis-'));
  const port = String(await freePort());
  const settings = [
    '--bind',
    '127.0.0.1',
    '--port',
    port,
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
    fresh: async () => {
      const emptied = spawnSync('redis-cli', ['-p', port, 'flushall']);
      if (emptied.status !== 0) throw new Error(`redis-cli flushall failed: ${emptied.stderr.toString()}`);
      return { REDIS_HOST: '127.0.0.1', REDIS_PORT: port };
    },
    async [Symbol.asyncDispose]() {
      const ended = once(server, 'exit');
      server.kill('SIGKILL');
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
