import { once } from 'node:events';
import { createServer, get } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { connectEmulator } from '@messaging-service/emulator/client';
import { type ApplicationOptions } from '@messaging-service/emulator/playwright';
import {
  checkApplicationOptions,
  findPlace,
  startApplication,
  withWebhook,
} from '@messaging-service/remote/core';
import { serve } from '@messaging-service/test-support';
import { describe, expect, onTestFinished, test } from 'vitest';

const NODE = JSON.stringify(process.execPath);
const program = (code: string) => `${NODE} --eval ${JSON.stringify(code.replaceAll('\n', ' '))}`;

/** A program that listens on its port, and responds with the environment variable that the path names. */
const SERVER = `
  require('node:http').createServer((request, response) => {
    console.log('request', request.url);
    response.end(process.env[request.url.slice(1)] ?? 'none');
  }).listen(process.env.PORT, '127.0.0.1', () => console.log('listening'));
`;

async function start(options: ApplicationOptions, given?: { readonly port: number }) {
  const { server } = await serve();
  const emulator = await connectEmulator({ url: server.url });
  const place = { ...(await findPlace()), ...given };
  // The module that follows the clock is TypeScript here, and needs the resolution of this repository.
  const application = await startApplication({ followClock: false, ...options }, emulator, place, tmpdir());
  onTestFinished(() => application.process.stop());
  const read = async (name: string) => (await fetch(`${application.url}/${name}`)).text();
  return { application, emulator, place, read };
}

describe('the application of a Playwright worker (EMU-19)', () => {
  test('gets a free port, the address and keys of the emulator, and variables of its own', async () => {
    const { read, emulator, place } = await start({
      command: program(SERVER),
      env: ({ MESSAGING_BASE_URL }) => ({ SMS_URL: `${MESSAGING_BASE_URL}/v1` }),
    });
    expect(await read('PORT')).toBe(String(place.port));
    expect(await read('MESSAGING_BASE_URL')).toBe(emulator.baseUrl);
    expect(await read('MESSAGING_ACCOUNT_KEY')).toBe(emulator.account.apiKey);
    expect(await read('MESSAGING_ORGANIZATION_KEY')).toBe(emulator.organization.apiKey);
    expect(await read('MESSAGING_EMULATOR_URL')).toBe(emulator.baseUrl);
    expect(await read('MESSAGING_WEBHOOK_SECRET')).toBe(place.secret);
    expect(await read('SMS_URL')).toBe(`${emulator.baseUrl}/v1`);
  });

  test('is ready when it responds on its path with a status below 500', async () => {
    const slow = `
      let left = 3;
      require('node:http').createServer((request, response) => {
        response.statusCode = request.url !== '/ready' ? 500 : --left > 0 ? 503 : 404;
        response.end(String(left));
      }).listen(process.env.PORT);
    `;
    const { read } = await start({ command: program(slow), readyPath: '/ready' });
    expect(await read('')).toBe('0');
  });

  test('ends with everything that it has started, by force if it ignores signals', async () => {
    const stubborn = `
      process.on('SIGTERM', () => console.log('SIGTERM refused'));
      ${SERVER}
    `;
    const { application } = await start({ command: `${program(stubborn)} & wait` });
    await application.process.stop();
    expect(application.output()).toContain('SIGTERM refused');
    const failed = once(get(application.url), 'error');
    await expect(failed).resolves.toMatchObject([{ code: 'ECONNREFUSED' }]);
  });

  test('a command that does not exist is reported with the words of the shell', async () => {
    await expect(start({ command: 'no-such-command main.ts' })).rejects.toThrow(
      /^The application \(no-such-command main\.ts\) exited with code 127 before it responded at http:\/\/localhost:\d+\/\. Its last output:\n\n.*no-such-command.*not found/,
    );
  });

  test('a folder that does not exist is reported', async () => {
    await expect(start({ command: 'true', cwd: '/no/such/folder' })).rejects.toThrow(
      'The application (true) could not be started in /no/such/folder: ',
    );
  });

  test('one that ends before it responds is reported with its last output', async () => {
    const failing = `console.log('reading settings'); throw new Error('DATABASE_URL is not set')`;
    await expect(start({ command: program(failing) })).rejects.toThrow(
      /exited with code 1 before it responded .*reading settings\n.*Error: DATABASE_URL is not set/s,
    );
    await expect(start({ command: 'exit 0' })).rejects.toThrow(
      /^The application \(exit 0\) exited with code 0 before it responded at \S+ It wrote no output\.$/,
    );
    await expect(start({ command: 'kill -9 $$' })).rejects.toThrow('was stopped by SIGKILL before');
  });

  test('one that never listens on its port is stopped and reported', async () => {
    const elsewhere = `console.log('Listening on port 3000'); setInterval(() => {}, 1000)`;
    await expect(start({ command: program(elsewhere), timeout: 1_000 })).rejects.toThrow(
      /did not respond at http:\/\/localhost:\d+\/ with a status below 500 within 1 s\. It must listen on the port in the environment variable PORT\. Its last output:\n\nListening on port 3000/,
    );
  });

  test('one whose port is taken is reported, although another program responds there', async () => {
    const other = createServer((_, response) => response.destroy()).listen(0, '127.0.0.1');
    onTestFinished(() => void other.close());
    await once(other, 'listening');
    const { port } = other.address() as AddressInfo;
    await expect(start({ command: program(SERVER) }, { port })).rejects.toThrow(
      /exited with code 1 before it responded .*EADDRINUSE/s,
    );
  });

  test('gets inbound messages of the first account, also after a reset', async () => {
    const place = await findPlace();
    const options = withWebhook({}, '/webhook', place);
    const { server } = await serve(options);
    const emulator = await connectEmulator({ url: server.url });
    await emulator.reset();
    await emulator.handset('447700900123').reply('YES', { to: 'DEMO' });
    expect(await emulator.webhooks()).toMatchObject([{ url: `http://localhost:${place.port}/webhook` }]);
    expect(emulator.account.senders).toEqual(['DEMO', '447700900990']);
    const accounts = [{ senders: ['SHOP'] }, { senders: ['BANK'] }];
    expect(withWebhook({ accounts }, '/in', place).accounts).toMatchObject([
      { senders: ['SHOP'], mo: { mo_webhook_secret: place.secret } },
      { senders: ['BANK'] },
    ]);
    expect(withWebhook({ accounts }, undefined, place)).toEqual({ accounts });
  });

  test.each([
    [{ command: '' }, 'command must be a shell command such as "node main.ts"; got ""'],
    [
      { command: ['node', 'main.ts'] },
      'command must be a shell command such as "node main.ts"; got an instance of Array',
    ],
    [
      { command: 'node main.ts', webhookPath: 'webhook' },
      'webhookPath must be a path that starts with "/"; got "webhook"',
    ],
    [{ command: 'node main.ts', readyPath: 7 }, 'readyPath must be a path'],
    [{ comand: 'node main.ts' }, 'comand is not a known option; did you mean "command"?'],
  ])('the options %j are refused', (options, message) => {
    expect(() => checkApplicationOptions(options as unknown as ApplicationOptions)).toThrow(message);
  });
});
