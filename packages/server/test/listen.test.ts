import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { createEmulator } from '@messaging-service/emulator';
import { listen } from '@messaging-service/emulator/node';
import { expect, onTestFinished, test } from 'vitest';

test('the error of listen() names a port that is in use, and how to get a free one', async () => {
  const other = createServer().listen(0, '127.0.0.1');
  await once(other, 'listening');
  onTestFinished(() => void other.close());
  const { port } = other.address() as AddressInfo;
  const error: unknown = await listen(createEmulator(), { port }).catch((thrown: unknown) => thrown);
  expect(error).toMatchObject({
    code: 'EADDRINUSE',
    message: `Cannot listen on 127.0.0.1:${port}: the port is already in use (EADDRINUSE). Pass listen() another port, or port: 0 for a free one.`,
  });
});

test.each([
  [{ controlTokn: 'a-long-secret' }, 'controlTokn is not a known option; did you mean "controlToken"?'],
  [{ allowHosts: ['emulator'] }, 'allowHosts is not a known option; did you mean "allowedHosts"?'],
  [Promise.resolve({ port: 0 }), 'not an instance of Promise'],
])('listen() refuses %o, which would protect less than it says', async (options, problem) => {
  await expect(listen(createEmulator(), options as object)).rejects.toThrow(problem);
});

test('the error of listen() names a host that is not of this machine', async () => {
  const listening = listen(createEmulator(), { host: '192.0.2.1' });
  await expect(listening).rejects.toThrow(
    'Cannot listen on 192.0.2.1:0: the host is not an address of this machine (EADDRNOTAVAIL). Pass listen() the host "127.0.0.1"',
  );
});

test.each([
  ['another object', {} as never],
  ['a sandbox', createEmulator().sandbox()],
])('listen() refuses %s, and says what it serves (EMU-5)', async (_, emulator) => {
  await expect(listen(emulator)).rejects.toThrow(
    'listen() requires an emulator that createEmulator() returned. It also serves the sandboxes of that emulator.',
  );
});

test.each([
  [{ port: 'x' }, 'port must be a whole number from 0 to 65535; got "x"'],
  [{ port: '' }, 'port must be a whole number from 0 to 65535; got ""'],
  [{ port: 65_536 }, 'port must be a whole number from 0 to 65535; got 65536'],
  [{ port: Number.NaN }, 'port must be a whole number from 0 to 65535; got NaN'],
  [{ port: 1.5 }, 'port must be a whole number from 0 to 65535; got 1.5'],
  [{ host: '' }, 'host must be an address to listen on, such as "127.0.0.1"'],
])('listen() refuses %j before it opens a port (EMU-10)', async (options, words) => {
  await expect(listen(createEmulator(), options as object)).rejects.toThrow(words);
});
