import { inspect } from 'node:util';
import { createMessagingClient, type TransportRequest } from '@messaging-service/sdk';
import { isTransportError } from '@messaging-service/sdk/core';
import { createKyTransport } from '@messaging-service/sdk/ky';
import { freePort, throwing } from '@messaging-service/test-support';
import ky from 'ky';
import { describe, expect, test } from 'vitest';
import { failureOf } from '../samples.ts';
import { response, serve } from './servers.ts';

const KEY = '0123456789abcdef0123456789abcdef';
const request = (url: string): TransportRequest => ({
  method: 'GET',
  url: `${url}/base/batch?key=${KEY}`,
  headers: { accept: 'application/json' },
  signal: new AbortController().signal,
});
const ok = (socket: { write(bytes: Buffer): void }) => socket.write(response('{}'));

describe('the instance of the application', () => {
  test('adds its header fields and runs its hooks', async () => {
    await using server = await serve(ok);
    const seen: number[] = [];
    const instance = ky.create({
      headers: { 'x-team': 'reception' },
      hooks: {
        beforeRequest: [({ request: outgoing }) => outgoing.headers.set('x-hook', 'yes')],
        afterResponse: [({ response: answer }) => void seen.push(answer.status)],
      },
    });
    await createKyTransport(instance)(request(server.url));
    expect(server.received[0]).toMatch(/x-team: reception/i);
    expect(server.received[0]).toMatch(/x-hook: yes/i);
    expect(seen).toEqual([200]);
  });

  test('a prefix takes the place of the origin', async () => {
    await using server = await serve(ok);
    const send = createKyTransport(ky.create({ prefix: `${server.url}/gateway/` }));
    await send(request('http://api.messaging.test'));
    expect(server.received[0]).toMatch(/^GET \/gateway\/base\/batch\?key=/);
  });

  test('a prefix that the URL has already is not added again', async () => {
    await using server = await serve(ok);
    await createKyTransport(ky.create({ prefix: `${server.url}/base` }))(request(server.url));
    expect(server.received[0]).toMatch(/^GET \/base\/batch\?key=/);
  });

  test('its retries, time limits and errors for statuses are switched off', async () => {
    await using server = await serve((socket) => socket.write(response('no', '', '503 Busy')));
    const instance = ky.create({ retry: { limit: 5, delay: () => 1 }, timeout: 1, totalTimeout: 1 });
    const { status } = await createKyTransport(instance)(request(server.url));
    expect(status).toBe(503);
    expect(server.received).toHaveLength(1);
  });

  test('a hook that throws before the request proves that nothing was sent', async () => {
    await using server = await serve(ok);
    const failing = throwing(Object.assign(new Error('no token'), { code: 'ECONNRESET' }));
    const send = createKyTransport(ky.create({ hooks: { beforeRequest: [failing] } }));
    const error = await failureOf(send(request(server.url)));
    expect(isTransportError(error)).toBe(true);
    expect(error).toMatchObject({ sent: 'no', message: 'no token' });
    expect(server.received).toEqual([]);
  });

  test('a hook that throws after the response does not, whatever it throws', async () => {
    await using server = await serve(ok);
    const failing = throwing(Object.assign(new Error('late'), { code: 'ECONNREFUSED' }));
    const send = createKyTransport(ky.create({ hooks: { afterResponse: [failing] } }));
    expect(await failureOf(send(request(server.url)))).toMatchObject({ sent: 'maybe', message: 'late' });
  });

  test('no error contains the key', async () => {
    const baseUrl = `http://127.0.0.1:${await freePort()}`;
    const transport = createKyTransport(ky);
    const direct = await failureOf(transport(request(baseUrl)));
    expect(inspect(direct, { depth: 9, showHidden: true })).not.toContain(KEY);
    const client = createMessagingClient({ baseUrl, accountKey: KEY, transport, retry: false });
    const error = await failureOf(client.batches.listPending());
    expect(error).toMatchObject({ name: 'ConnectionError', maybeSent: false });
    expect(inspect(error, { depth: 9, showHidden: true })).not.toContain(KEY);
  });
});
