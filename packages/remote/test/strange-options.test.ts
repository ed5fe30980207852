import { createEmulator } from '@messaging-service/emulator';
import { connectEmulator } from '@messaging-service/emulator/client';
import { listen } from '@messaging-service/emulator/node';
import { checkApplicationOptions } from '@messaging-service/remote/core';
import { strangeOptions, type Wrong } from '@messaging-service/test-support';
import { describe, expect, test } from 'vitest';

const path: Wrong = ['webhook', 'must be a path that starts with "/"; got "webhook"'];

describe.each<
  [name: string, call: (options: never) => unknown, valid: object, wrong: Readonly<Record<string, Wrong>>]
>([
  [
    'listen',
    async (options) => listen(createEmulator(), options),
    { port: 0 },
    {
      port: [1.5, 'must be a whole number from 0 to 65535; got 1.5'],
      host: [null, 'must be an address to listen on'],
      allowedHosts: ['emulator', 'must be an array of texts; got "emulator"'],
      allowedOrigins: [[1], 'must be an array of texts; got an instance of Array'],
      requestTimeout: ['30s', 'must be a number of milliseconds, more than 0; got "30s"'],
      controlToken: [12_345_678, 'must be at least 8 letters'],
    },
  ],
  [
    'connectEmulator',
    connectEmulator,
    { url: 'http://127.0.0.1:4010' },
    {
      sandbox: [7, 'must be a text; got 7'],
      url: [
        'localhost',
        'must be the address of an emulator, such as "http://127.0.0.1:4010"; got "localhost"',
      ],
      token: [null, 'must be a text'],
    },
  ],
  [
    'applicationOptions',
    checkApplicationOptions,
    { command: 'node main.ts' },
    {
      command: [['node'], 'must be a shell command such as "node main.ts"; got an instance of Array'],
      cwd: [new URL('file:///'), 'must be the path of a folder; got an instance of URL'],
      env: ['PORT=1', 'must be an object of texts, or a function that returns one; got "PORT=1"'],
      readyPath: path,
      webhookPath: path,
      followClock: ['no', 'must be true or false; got "no"'],
      timeout: ['60s', 'must be a number of milliseconds; got "60s"'],
    },
  ],
])('%s (EMU-15)', (_name, call, valid, wrong) => {
  test.each(strangeOptions(valid, wrong))('refuses $title as options', async ({ options, says }) => {
    const error: unknown = await (async () => call(options as never))().catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(TypeError);
    for (const part of says) expect((error as TypeError).message).toContain(part);
  });
});
