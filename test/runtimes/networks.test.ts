import { createEmulator, type Emulator } from '@messaging-service/emulator';
import { type EmulatorServer, listen } from '@messaging-service/emulator/node';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createProxy } from '../../packages/sdk/test/transport/servers.ts';
import { assertBuilt } from './built.ts';
import { closedAddress, type RunningServer, start } from './network.ts';
import type { SendTask } from './runners/send.ts';
import { notInstalled, type Program, programs } from './targets/all.ts';
import { bareEnvironment, inTemporaryFolder, runProcess } from './targets/command.ts';

let emulator: Emulator;
let service: EmulatorServer;
let proxy: RunningServer;
let refused: string;
const log: string[] = [];

beforeAll(async () => {
  if (notInstalled !== undefined) return;
  assertBuilt();
  emulator = createEmulator({ accounts: [{ credits: 1000 }] });
  service = await listen(emulator);
  proxy = await start(createProxy(log));
  refused = await closedAddress();
});

afterAll(async () => {
  if (notInstalled !== undefined) return;
  await proxy.close();
  await service.close();
  emulator.close();
});

/** Sends one message from a process of the runtime. */
async function send(
  { program, args }: Program,
  over: SendTask['over'],
  environment: Readonly<Record<string, string>> = {},
  more: Partial<SendTask> = {},
): Promise<unknown> {
  log.length = 0;
  const task: SendTask = { baseUrl: service.url, accountKey: emulator.account.apiKey, over, ...more };
  const { stdout } = await inTemporaryFolder((home) => {
    const env = { ...bareEnvironment(home), ...environment };
    return runProcess(program, [...args, 'runners/send.ts', JSON.stringify(task)], env);
  });
  return JSON.parse(stdout) as unknown;
}

const sent = { to: '447700900123' };

describe.skipIf(notInstalled !== undefined).each(programs)('$name', (runtime) => {
  const { environmentProxies, fetchProxies } = runtime;

  test.runIf(environmentProxies)(
    'the transport over node:http uses HTTP_PROXY, except for the hosts in NO_PROXY',
    async () => {
      const HTTP_PROXY = proxy.url;
      expect(await send(runtime, 'node:http', { HTTP_PROXY })).toEqual(sent);
      expect(log).toHaveLength(1);
      expect(await send(runtime, 'node:http', { HTTP_PROXY, NO_PROXY: '127.0.0.1' })).toEqual(sent);
      expect(log).toEqual([]);
    },
  );

  test.skipIf(environmentProxies)(
    'the transport over node:http cannot be created while HTTP_PROXY is set, and the error names the solution',
    async () => {
      expect(await send(runtime, 'node:http', { HTTP_PROXY: proxy.url })).toMatchObject({
        name: 'ConfigurationError',
        message: expect.stringMatching(
          /HTTP_PROXY.*cannot use it.*the default transport uses fetch, and fetch uses the proxy/,
        ),
      });
      expect(log).toEqual([]);
    },
  );

  test('the default fetch uses HTTP_PROXY, except for the hosts in NO_PROXY', async () => {
    const environment = { ...fetchProxies, HTTP_PROXY: proxy.url };
    expect(await send(runtime, 'fetch', environment)).toEqual(sent);
    expect(log).toHaveLength(1);
    expect(await send(runtime, 'fetch', { ...environment, NO_PROXY: '127.0.0.1' })).toEqual(sent);
    expect(log).toEqual([]);
  });

  test('a proxy that refuses the connection proves to the default fetch that nothing was sent', async () => {
    const environment = { ...fetchProxies, HTTP_PROXY: refused };
    expect(await send(runtime, 'fetch', environment)).toMatchObject({
      name: 'ConnectionError',
      maybeSent: false,
    });
  });

  test.skipIf(runtime.name === 'Bun').each(['undici', 'undici8'] as const)(
    'a ProxyAgent as the dispatcher of %s',
    async (over) => {
      expect(await send(runtime, over, {}, { proxy: proxy.url })).toEqual(sent);
      expect(log).toHaveLength(1);
    },
  );

  test.each(['undici', 'undici8', 'node-fetch'] satisfies SendTask['over'][])(
    '%s as the fetch option sends, and a refused connection sent nothing',
    async (over) => {
      expect(await send(runtime, over)).toEqual(sent);
      expect(await send(runtime, over, {}, { baseUrl: refused })).toMatchObject({
        name: 'ConnectionError',
        maybeSent: false,
      });
    },
  );
});
