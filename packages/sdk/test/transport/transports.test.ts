import { fetchTransport } from '@messaging-service/sdk';
import { createKyTransport } from '@messaging-service/sdk/ky';
import { createNodeTransport } from '@messaging-service/sdk/node';
import ky from 'ky';
import nodeFetch from 'node-fetch';
import { fetch as undiciFetch } from 'undici';
import { expect, test } from 'vitest';
import { addTests, type Gaps } from './add-tests.ts';

const ofFetch: Gaps = {
  knowsConnecting: 'a fetch does not tell how far an aborted request came',
  checksEncodings: 'a fetch takes the end of a body for the end of its encoding',
  allEncodings: 'which encodings a fetch reads is up to its runtime',
  oddStatuses: 'a Response has no status beyond 599',
};

/** That of Node is undici's too. */
const ofUndici: Gaps = {
  ...ofFetch,
  proxyStatus: 'undici reports a 407 as an error without a reason',
};

addTests('the transport over node:http', createNodeTransport);
addTests('the global fetch', () => fetchTransport(), ofUndici);
addTests('the fetch of undici', () => fetchTransport(undiciFetch), ofUndici);
addTests('node-fetch', () => fetchTransport(nodeFetch), {
  ...ofFetch,
  unaskedUpgrade: 'it waits for a response that never comes; the time limit of the client ends it',
});
addTests('an instance of ky', () => createKyTransport(ky), ofUndici);

test('the transport over fetch joins cookies, which are the only field in several parts', async () => {
  const cookies = new Headers([
    ['set-cookie', 'a=1'],
    ['set-cookie', 'b=2'],
  ]);
  const send = fetchTransport(() => Promise.resolve(new Response('{}', { headers: cookies })));
  const { signal } = new AbortController();
  const { headers } = await send({ method: 'GET', url: 'https://api.example.com/', headers: {}, signal });
  expect(headers['set-cookie']).toBe('a=1, b=2');
});
