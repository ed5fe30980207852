import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

const root = fileURLToPath(new URL('../../../', import.meta.url));

/** Says, at each stage of a client's life, which packages have been loaded. */
const program = `
  import { registerHooks } from 'node:module';
  const loaded = [];
  registerHooks({
    resolve(specifier, context, next) {
      if (specifier === 'ky' || specifier === './engine.ts') loaded.push(specifier);
      return next(specifier, context);
    },
  });
  const { createMessagingClient } = await import('@messaging-service/sdk');
  const client = createMessagingClient({
    baseUrl: 'https://api.messaging.test',
    accountKey: '0123456789abcdef0123456789abcdef',
    fetch: async () => Response.json({ batches: [] }),
  });
  const created = [...loaded];
  await client.batches.cancel('wrong').catch(() => undefined);
  const refused = [...new Set(loaded)];
  await client.batches.listPending();
  process.stdout.write(JSON.stringify({ created, refused, called: [...new Set(loaded)] }));
`;

test('importing the package and making a client load neither schemas nor ky: the first call loads the ones, the first request the other', async () => {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['--import', './tools/source-resolution.ts', '--input-type=module', '--eval', program],
    { cwd: root },
  );
  expect(JSON.parse(stdout)).toEqual({
    created: [],
    refused: ['./engine.ts'],
    called: ['./engine.ts', 'ky'],
  });
});
