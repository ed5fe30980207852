import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

const root = fileURLToPath(new URL('../../../', import.meta.url));

/** Says, at each stage of a client's life, which of the parts that are loaded late have been. */
const program = `
  import { registerHooks } from 'node:module';
  const loaded = [];
  registerHooks({
    resolve(specifier, context, next) {
      if (['ky', './engine.ts', './extras.ts'].includes(specifier)) loaded.push(specifier);
      return next(specifier, context);
    },
  });
  const { createMessagingClient } = await import('@messaging-service/sdk');
  const client = createMessagingClient({
    baseUrl: 'https://api.messaging.test',
    accountKey: '0123456789abcdef0123456789abcdef',
    fetch: async (request) => {
      if (request.method === 'GET') return Response.json({ batches: [] });
      const { messages: [{ to, body, id }] } = await request.json();
      const queued = { to, body, from: { type: 'custom', value: 'DEMO' }, batchUuid: id, messageUuid: id, scheduled: false };
      return Response.json({ messages: [queued] });
    },
  });
  const message = { to: '447700900123', from: { type: 'shared' }, body: 'Your table is ready' };
  const created = [...loaded];
  await client.messages.sendOne({ ...message, to: 'wrong' }).catch(() => undefined);
  const refused = [...new Set(loaded)];
  await client.messages.sendOne(message);
  const sent = [...new Set(loaded)];
  await client.batches.listPending();
  process.stdout.write(JSON.stringify({ created, refused, sent, listed: [...new Set(loaded)] }));
`;

test('importing the package and making a client load nothing else: the first send loads the schemas of messages, the first request ky, and only another operation the rest', async () => {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['--import', './tools/source-resolution.ts', '--input-type=module', '--eval', program],
    { cwd: root },
  );
  expect(JSON.parse(stdout)).toEqual({
    created: [],
    refused: ['./engine.ts'],
    sent: ['./engine.ts', 'ky'],
    listed: ['./engine.ts', 'ky', './extras.ts'],
  });
});
