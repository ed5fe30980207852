import { createMessagingClient, type Fetch, TimeoutError } from '@messaging-service/sdk';
import { Agent, errors, fetch as undiciFetch } from 'undici';
import { describe, expect, onTestFinished, test } from 'vitest';
import { failureOf, message, rejection } from './samples.ts';
import { ACCOUNT_KEY } from './scripted-service.ts';
import { serve, silentPort } from './transport/servers.ts';

/** The error of a send, and of a read, with a `fetch`. */
async function errorsWith(fetch: Fetch, baseUrl = 'https://api.messaging.test') {
  const client = createMessagingClient({
    baseUrl,
    accountKey: ACCOUNT_KEY,
    fetch,
    timeout: 600_000,
    retry: false,
  });
  return [await failureOf(client.messages.sendOne(message)), await failureOf(client.batches.listPending())];
}

/** An agent that is closed when the test ends. */
function openAgent(options: Agent.Options): Agent {
  const agent = new Agent(options);
  onTestFinished(() => agent.destroy());
  return agent;
}

const fetchFailed = (cause: unknown) => new TypeError('fetch failed', { cause });

describe('a time limit of the runtime that ends an attempt: TimeoutError', () => {
  test.for([
    [
      'for the head of a response, in Node',
      fetchFailed(new errors.HeadersTimeoutError()),
      true,
      /headersTimeout, by default 300 s/,
    ],
    [
      'for a body, in Node',
      new TypeError('terminated', { cause: new errors.BodyTimeoutError() }),
      true,
      /bodyTimeout, by default 300 s/,
    ],
    [
      'for a connection, in Node',
      fetchFailed(new errors.ConnectTimeoutError()),
      false,
      /connectTimeout, by default 10 s/,
    ],
    [
      'in Bun',
      new DOMException('The operation timed out.', 'TimeoutError'),
      true,
      /The operation timed out\./,
    ],
    ['in Safari', new TypeError('The request timed out.'), true, /The request timed out\./],
    ['in React Native', new TypeError('Network request timed out'), true, /Network request timed out/],
  ] as const)('%s', async ([, error, maybeSent, words]) => {
    const [sent, read] = await errorsWith(() => rejection(error));
    for (const one of [sent, read]) {
      expect(one).toBeInstanceOf(TimeoutError);
      expect(one).toMatchObject({ limit: 'runtime', attempts: 1, timeout: expect.any(Number) });
      expect((one as Error).message).toMatch(words);
      expect((one as Error).message).toContain('createNodeTransport');
      expect((one as Error).message).toContain('before your timeout of 600000 ms');
    }
    expect(sent).toMatchObject({ maybeSent });
  });

  test.for([
    ['head', '', 'headersTimeout'],
    ['body', 'HTTP/1.1 200 OK\r\ncontent-length: 10\r\n\r\n{', 'bodyTimeout'],
  ] as const)('undici, whose server stops before the end of the %s', async ([, bytes, limit]) => {
    await using server = await serve((socket) => socket.write(bytes));
    const dispatcher = openAgent({ [limit]: 10 });
    const [error] = await errorsWith((url, init) => undiciFetch(url, { ...init, dispatcher }), server.url);
    expect(error).toMatchObject({ name: 'TimeoutError', limit: 'runtime', maybeSent: true });
    expect((error as Error).message).toContain(limit);
  });

  test('undici, whose connection is not accepted', async () => {
    await using silent = await silentPort();
    const dispatcher = openAgent({ connectTimeout: 10 });
    const url = `http://127.0.0.1:${silent.port}`;
    const [error] = await errorsWith((address, init) => undiciFetch(address, { ...init, dispatcher }), url);
    expect(error).toMatchObject({ name: 'TimeoutError', limit: 'runtime', maybeSent: false });
  });
});
