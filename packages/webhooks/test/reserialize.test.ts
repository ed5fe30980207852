import { describe, expect, test } from 'vitest';
import type { WebhookRequest } from '../src/index.ts';
import { largeCorpus } from './corpus.ts';
import { headersOf, signed } from './requests.ts';
import { inboundMessage } from './samples.ts';
import { failureOf, verifyBoth } from './verify-both.ts';

const BODY = JSON.stringify(inboundMessage);
const parsedBody = (body: unknown) => ({ body, headers: headersOf(BODY) }) as WebhookRequest;

describe('reserialized JSON', () => {
  test('is refused unless the option allows it (SIG-3)', async () => {
    expect((await failureOf(() => verifyBoth(parsedBody(inboundMessage)))).code).toBe('parsed_body');
    const escaped = { body: '{"url":"a\\/b"}', headers: headersOf('{"url":"a/b"}') };
    expect((await failureOf(() => verifyBoth(escaped))).code).toBe('signature_mismatch');
  });

  test('makes a parsed body verify where JavaScript writes what was signed, and says so', async () => {
    const event = await verifyBoth(parsedBody(inboundMessage), { reserialize: true });
    expect(event).toMatchObject({ matched: 'reserialized', payload: inboundMessage });
  });

  test('is tried last for bodies as received: a body that matches without it is not called reserialized', async () => {
    expect((await verifyBoth(signed(BODY), { reserialize: true })).matched).toBe('raw');
    const pretty = { body: JSON.stringify(inboundMessage, null, 2), headers: headersOf(BODY) };
    expect((await verifyBoth(pretty, { reserialize: true })).matched).toBe('minified');
    const escaped = { body: '{"url": "a\\/b", "n": 1.0}', headers: headersOf('{"url":"a/b","n":1}') };
    expect((await verifyBoth(escaped, { reserialize: true })).matched).toBe('reserialized');
  });

  test('still fails when anything was changed', async () => {
    const changed = parsedBody({ ...inboundMessage, message: 'No' });
    expect((await failureOf(() => verifyBoth(changed, { reserialize: true }))).code).toBe(
      'signature_mismatch',
    );
  });

  test('is on for true only, not for other truthy values', async () => {
    const options = { reserialize: 'false' as unknown as boolean };
    expect((await failureOf(() => verifyBoth(parsedBody(inboundMessage), options))).code).toBe('parsed_body');
  });

  test('of what JSON cannot express is invalid_body', async () => {
    const circular: unknown[] = [];
    circular.push(circular);
    for (const body of [
      circular,
      { big: 1n },
      {
        toJSON: () => {
          throw new Error('no');
        },
      },
    ]) {
      expect((await failureOf(() => verifyBoth(parsedBody(body), { reserialize: true }))).code).toBe(
        'invalid_body',
      );
    }
  });

  test('of bodies nested too deep for JSON.stringify is a mismatch, not a crash', async () => {
    const [deep] = largeCorpus;
    const request = { body: deep?.bytes ?? '', headers: headersOf('{}') };
    expect((await failureOf(() => verifyBoth(request, { reserialize: true }))).code).toBe(
      'signature_mismatch',
    );
  });
});
