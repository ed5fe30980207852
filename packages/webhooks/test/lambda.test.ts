import { describe, expect, test } from 'vitest';
import type { LambdaEvent } from '../src/index.ts';
import { headersOf } from './requests.ts';
import { inboundMessage } from './samples.ts';
import { verifyBoth } from './verify-both.ts';

const BODY = JSON.stringify({ ...inboundMessage, message: 'Ναι 👍' });
const HEADERS = headersOf(BODY);
const inCapitals = Object.fromEntries(
  Object.entries(HEADERS).map(([name, value]) => [name[0]?.toUpperCase() + name.slice(1), value]),
);
const asLists = Object.fromEntries(Object.entries(inCapitals).map(([name, value]) => [name, [value]]));

/** Events as AWS writes them, cut to what matters here. */
const events: Record<string, LambdaEvent & Record<string, unknown>> = {
  'an HTTP API or a function URL (payload 2.0)': {
    version: '2.0',
    rawPath: '/hook',
    headers: HEADERS,
    body: BODY,
    isBase64Encoded: false,
  },
  'an HTTP API that hands bodies over as base64': {
    version: '2.0',
    headers: HEADERS,
    body: Buffer.from(BODY).toString('base64'),
    isBase64Encoded: true,
  },
  'a REST API (payload 1.0)': {
    httpMethod: 'POST',
    headers: inCapitals,
    multiValueHeaders: asLists,
    body: BODY,
    isBase64Encoded: false,
  },
  'a gateway that sends an empty map beside the headers': {
    version: '2.0',
    headers: HEADERS,
    multiValueHeaders: {},
    body: BODY,
    isBase64Encoded: false,
  },
  'a load balancer with multi-value headers, as base64': {
    httpMethod: 'POST',
    multiValueHeaders: asLists,
    body: Buffer.from(BODY).toString('base64'),
    isBase64Encoded: true,
  },
};

describe('the event of a Lambda function behind', () => {
  test.each(Object.entries(events))('%s is verified as it is (SIG-3)', async (_title, event) => {
    expect(await verifyBoth(event)).toMatchObject({ matched: 'raw', payload: { message: 'Ναι 👍' } });
  });
});

test.each([
  ['invalid_body', { headers: HEADERS, body: 'not base64!', isBase64Encoded: true }],
  ['missing_body', { headers: HEADERS, body: null, isBase64Encoded: false }],
  ['invalid_headers', { headers: null, body: BODY }],
  [
    'invalid_headers',
    { multiValueHeaders: { ...asLists, Signature: ['a', 'b'] }, headers: HEADERS, body: BODY },
  ],
  ['signature_mismatch', { headers: HEADERS, body: Buffer.from(BODY).toString('base64') }],
] as const)('%s: %o', async (code, event) => {
  await expect(verifyBoth(event)).rejects.toMatchObject({ code });
});
