import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { freePort } from '../../test-support/src/free-port.ts';
import { createCertificate } from './certificate.ts';

/** Starts a Redis server that accepts only encrypted connections, until the test ends. Returns its port. */
export async function startEncryptedRedis(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'encrypted-redis-'));
  const { key, certificate } = createCertificate(folder);
  const port = String(await freePort());
  const settings = {
    bind: '127.0.0.1',
    port: '0',
    'tls-port': port,
    'tls-cert-file': certificate,
    'tls-key-file': key,
    'tls-ca-cert-file': certificate,
    'tls-auth-clients': 'no',
    save: '',
    dir: folder,
  };
  const server = spawn(
    'redis-server',
    Object.entries(settings).flatMap(([name, value]) => [`--${name}`, value]),
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  onTestFinished(async () => {
    const ended = once(server, 'exit');
    server.kill('SIGKILL');
    await ended;
    rmSync(folder, { recursive: true, force: true });
  });
  const isReady = Promise.withResolvers<void>();
  server.stdout.on('data', (chunk: Buffer) => {
    if (/ready to accept connections/i.test(chunk.toString())) isReady.resolve();
  });
  await isReady.promise;
  return port;
}
