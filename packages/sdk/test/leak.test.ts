import { channel } from 'node:diagnostics_channel';
import { inspect } from 'node:util';
import {
  ApiError,
  createMessagingClient,
  type Fetch,
  MessagingError,
  TransportError,
  type TransportRequest,
  UnexpectedResponseError,
} from '@messaging-service/sdk';
import { describe, expect, onTestFinished } from 'vitest';
import { all } from './many/model-service.ts';
import { BATCH_UUID, createFullClient, failureOf, message, operations, rejection } from './samples.ts';
import {
  ACCOUNT_KEY,
  fakeTimeLimit,
  LIMIT,
  limitInBody,
  ORGANIZATION_KEY,
  type ScriptedService,
  scripting,
  test,
} from './scripted-service.ts';
import { createTelemetry } from './telemetry.ts';

type FetchInit = Parameters<Fetch>[1];

const keys = [ACCOUNT_KEY, ORGANIZATION_KEY];

/** Ways for a call to fail, the service echoing the whole URL wherever it can. */
const cells: Readonly<Record<string, (service: ScriptedService) => object>> = {
  'a reset': scripting((response) => response.destroy()),
  'a stalled answer': (service) => {
    service.script(fakeTimeLimit());
    return { timeout: LIMIT };
  },
  'a stalled body': (service) => {
    service.script((response, { url }) => response.write(`{"url":"${url}`));
    return { timeout: LIMIT, fetch: limitInBody() };
  },
  'an error that echoes the URL in code, message and issues': scripting((response, { url }) => {
    const issues = [{ path: url, message: url }];
    response.writeHead(400, { 'x-url': url });
    response.end(JSON.stringify({ error: { code: url, message: `No such path: ${url}`, issues } }));
  }),
  'an HTML page that echoes the URL': scripting((response, { url }) =>
    response.writeHead(502, { 'x-url': url }).end(`<a href="${url}">`),
  ),
  'a page that echoes the key in upper case': scripting((response, { url }) =>
    response.writeHead(404).end(url.toUpperCase()),
  ),
  'a redirect that keeps the query': scripting((response, { url }) =>
    response.writeHead(307, { location: `https://a.test${url}` }).end(url),
  ),
  'an unusable success that echoes the URL': scripting((response, { url }) =>
    response.end(JSON.stringify([url])),
  ),
  'a success that is not JSON and echoes the URL': scripting((response, { url }) => response.end(url)),
  'a fetch that throws an error full of the URL': () => ({
    fetch: (url: string, rest: FetchInit) => {
      const cause = Object.assign(new Error(`connect to ${url}`), {
        code: url,
        name: url,
        config: { url },
        rest,
      });
      cause.stack = `${url}\n${cause.stack}`;
      const errors = [cause, new Error(url)];
      return Promise.reject(Object.assign(new AggregateError(errors, url, { cause }), { request: { url } }));
    },
  }),
  'a fetch that throws the URL itself': () => ({ fetch: (url: string) => rejection(url) }),
  'a fetch that throws the request': () => ({
    fetch: (url: string, init: FetchInit) => rejection({ url, ...init }),
  }),
  'a transport that throws the request': () => ({
    transport: (request: TransportRequest) => rejection(request),
  }),
  'a transport whose own error holds the URL': () => ({
    transport: ({ url }: TransportRequest) =>
      rejection(new TransportError(url, { sent: 'no', cause: new Error(url) })),
  }),
};

/** Everything of an error that could end up in a log, and all that can be reached from it. */
function everything(error: unknown): string {
  const parts = [String(error), inspectAll(error), JSON.stringify(error)];
  for (let one = error; one instanceof Error; one = one.cause) {
    parts.push(one.message, one.stack ?? '', one.name, ...Object.values(one).map((value) => inspect(value)));
    if (one instanceof ApiError || one instanceof UnexpectedResponseError) {
      parts.push(one.body, JSON.stringify(one.headers));
    }
  }
  return parts.join('\n').toLowerCase();
}

/** Everything that `util.inspect` can show. */
function inspectAll(value: unknown): string {
  return inspect(value, {
    depth: Infinity,
    showHidden: true,
    getters: true,
    maxStringLength: Infinity,
    maxArrayLength: Infinity,
  });
}

/** Observes a client in every possible way. `seen` has everything that the observers got. */
function watch() {
  const given: unknown[] = [];
  const { telemetry, spans } = createTelemetry();
  const record = (...args: unknown[]) => given.push(...args);
  for (const name of ['request', 'response', 'retry', 'error']) {
    const one = channel(`messaging-service:sdk:${name}`);
    one.subscribe(record);
    onTestFinished(() => {
      one.unsubscribe(record);
    });
  }
  const options = {
    hooks: { beforeRequest: record, afterResponse: record, beforeRetry: record, onError: record },
    logger: { debug: record, info: record, warn: record, error: record },
    telemetry,
  };
  return {
    options,
    seen: () => [given, spans].map((all) => inspectAll(all) + JSON.stringify(all)).join('\n'),
  };
}

describe('the key is in the query of every request, and in nothing that users can see (KEY-1)', () => {
  for (const [cell, prepare] of Object.entries(cells)) {
    test.for(operations)(`${cell}: $name`, async ({ call }, { service }) => {
      const { options, seen } = watch();
      const client = createFullClient(service.url, { ...options, ...prepare(service) });
      const error = await failureOf(call(client));
      expect(error).toBeInstanceOf(MessagingError);
      const shown = everything(error) + seen().toLowerCase() + inspectAll(client).toLowerCase();
      for (const key of keys) expect(shown).not.toContain(key);
    });
  }

  test.for(operations)('it is not in a success, or in the client: $name', async (sample, { service }) => {
    const { options, seen } = watch();
    const client = createFullClient(service.url, options);
    service.script((response, { url }) => {
      response.writeHead(200, { 'x-url': url }).end(JSON.stringify(sample.answer));
    });
    const call = sample.call(client);
    const result = await call.withResponse();
    const shown = [seen(), inspectAll([client, call, result]), JSON.stringify([client, result])].join('\n');
    expect(shown).toContain('x-url');
    for (const key of keys) expect(shown.toLowerCase()).not.toContain(key);
  });

  test('it is not in the `this` of the caller’s fetch, which is undefined, as browsers require for their own', async ({
    service,
  }) => {
    service.answer(200, { batches: [] });
    const owners: unknown[] = [];
    function ownFetch(this: unknown, url: string, init: FetchInit): Promise<Response> {
      owners.push(this);
      return fetch(url, init);
    }
    await createFullClient(service.url, { fetch: ownFetch }).batches.listPending();
    expect(owners).toEqual([undefined]);
  });

  test('it is not in the error when the service cannot be reached, or the request is wrong', async () => {
    const client = createFullClient('http://127.0.0.1:1');
    const wrong = { ...message, [ACCOUNT_KEY]: ACCOUNT_KEY, id: ACCOUNT_KEY, to: ACCOUNT_KEY };
    const errors = await Promise.all([
      ...operations.map(({ call }) => failureOf(call(client))),
      failureOf(client.messages.sendOne(wrong)),
      failureOf(client.batches.cancel(ACCOUNT_KEY)),
      failureOf(client.accounts.update(ORGANIZATION_KEY, { schedule: ORGANIZATION_KEY })),
      failureOf(client.messages.sendOne(message, { signal: AbortSignal.abort() })),
    ]);
    for (const error of errors) for (const key of keys) expect(everything(error)).not.toContain(key);
  });

  for (const [cell, prepare] of Object.entries(cells)) {
    test(`${cell}: outcomes of sendMany, and waiting for receipts`, async ({ service }) => {
      const { options, seen } = watch();
      const client = createFullClient(service.url, { ...options, ...prepare(service) });
      const { messages, batches } = client;
      const outcomes = await all(messages.sendMany([message, message, message], { chunkSize: 2 }));
      const waited = await failureOf(batches.waitForReceipts(BATCH_UUID, { timeout: 60, interval: 10 }));
      const errors = [...outcomes.map((one) => (one.ok ? undefined : one.error)), waited];
      for (const error of errors) expect(error).toBeInstanceOf(MessagingError);
      const shown = [
        ...errors.map(everything),
        inspectAll([outcomes, client]),
        JSON.stringify(outcomes),
        seen(),
      ];
      for (const key of keys) expect(shown.join('\n').toLowerCase()).not.toContain(key);
    });
  }

  test.for(['a+b/c==', 'key"with\\quotes', 'k&y=1?#%', '<key>'])(
    'a key %s that is written differently in URLs and JSON is found in each form',
    async (accountKey, { service }) => {
      service.script((response, { url }) => {
        const key = new URL(url, 'http://a.test').searchParams.get('key') ?? '';
        response.writeHead(400, { 'x-key': encodeURIComponent(key) });
        response.end(`${url}\n${key}\n${encodeURIComponent(key)}\n${JSON.stringify({ key })}`);
      });
      const client = createMessagingClient({ baseUrl: service.url, accountKey });
      const text = everything(await failureOf(client.batches.listPending()));
      const forms = [accountKey, encodeURIComponent(accountKey), JSON.stringify(accountKey).slice(1, -1)];
      for (const form of forms) expect(text).not.toContain(form.toLowerCase());
      expect(text).toContain('[redacted]');
    },
  );
});
