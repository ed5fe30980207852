import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { missing } from './missing.ts';

const program = `
  import { createMessagingClient } from '@messaging-service/sdk';
  import { pino } from 'pino';
  const transport = async () => ({ status: 200, headers: {}, text: '{"batches":[]}' });
  const logger = pino({ level: 'debug' }, pino.destination({ sync: true }));
  const client = createMessagingClient({
    baseUrl: 'https://api.example.com',
    accountKey: '0123456789abcdef0123456789abcdef',
    transport,
    logger,
  });
  await client.batches.listPending();`;

describe.skipIf(missing !== undefined)('pino as the logger', () => {
  test('logs each sentence with its details', async () => {
    const { stdout } = await promisify(execFile)(
      process.execPath,
      ['--input-type=module', '--eval', program],
      { cwd: import.meta.dirname },
    );
    const url = 'https://api.example.com/batch?key=[redacted]';
    const lines = stdout.trim().split('\n');
    expect(lines.map((line) => JSON.parse(line) as unknown)).toMatchObject([
      { msg: 'GET /batch: attempt 1', url, attempt: 1 },
      { msg: expect.stringMatching(/^GET \/batch returned 200 in \d+ ms$/), url, attempt: 1, status: 200 },
    ]);
  });
});
