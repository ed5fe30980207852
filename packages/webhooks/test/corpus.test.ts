import {
  type VerifySyncOptions,
  verify,
  verifySync,
  WebhookVerificationError,
} from '@messaging-service/webhooks';
import { describe, expect, test } from 'vitest';
import { corpus, largeCorpus, stripped } from './corpus.ts';
import { headersOf } from './requests.ts';
import { SECRET, SENT_AT } from './samples.ts';
import { verifyBoth } from './verify-both.ts';

const options: VerifySyncOptions = { secrets: SECRET, now: SENT_AT };

const parsed = (bytes: Uint8Array): unknown => JSON.parse(new TextDecoder().decode(bytes));

describe.each(corpus)('$title', ({ bytes }) => {
  test('verifies when signed as sent (SIG-3)', async () => {
    const event = await verifyBoth({ body: bytes, headers: headersOf(bytes) });
    expect(event).toMatchObject({ kind: 'unknown', verified: true, matched: 'raw' });
    expect(event.payload).toEqual(parsed(bytes));
  });

  test('verifies when signed in its minified form (SIG-2)', async () => {
    const minified = stripped(bytes);
    const event = await verifyBoth({ body: bytes, headers: headersOf(minified) });
    expect(event.matched).toBe(minified.length === bytes.length ? 'raw' : 'minified');
    expect(event.payload).toEqual(parsed(bytes));
  });

  test('verifies after a change of one byte only if the signed form is still the same', () => {
    for (const form of [bytes, stripped(bytes)]) {
      const headers = headersOf(form);
      const isSame = (changed: Uint8Array) => stripped(changed).equals(form);
      const wrong = [...changesOf(bytes)].filter((changed) => accepts(changed, headers) !== isSame(changed));
      expect(wrong).toEqual([]);
    }
  });
});

test.each(largeCorpus)(
  '$title: verifies as sent and minified, and fails when one byte is changed',
  async ({ bytes }) => {
    const headers = headersOf(bytes);
    expect(verifySync({ body: bytes, headers }, options).matched).toBe('raw');
    expect((await verify({ body: bytes, headers }, options)).matched).toBe('raw');
    expect(accepts(bytes, headersOf(stripped(bytes)))).toBe(true);
    expect(accepts(Buffer.concat([Buffer.from('('), bytes.subarray(1)]), headers)).toBe(false);
  },
);

test('a body is parsed from the text that matched, so white space between digits changes nothing that was signed', async () => {
  const event = await verifyBoth({ body: '[1 2]', headers: headersOf('[12]') });
  expect(event).toMatchObject({ matched: 'minified', payload: [12] });
});

test('a string is taken as the bytes it becomes on the wire: half a surrogate pair is U+FFFD', async () => {
  const event = await verifyBoth({ body: '{"t":"\ud83d"}', headers: headersOf('{"t":"\ufffd"}') });
  expect(event.payload).toEqual({ t: '\ufffd' });
});

/** Whether verification succeeds; any failure but a mismatch is an error of the test. */
function accepts(body: Uint8Array, headers: Record<string, string>): boolean {
  try {
    return verifySync({ body, headers }, options).verified;
  } catch (error) {
    if (error instanceof WebhookVerificationError && error.code === 'signature_mismatch') return false;
    throw error;
  }
}

/** At every position: one bit changed, white space or a quote put in its place or before it, the byte left out. */
function* changesOf(bytes: Uint8Array): Generator<Uint8Array> {
  for (let index = 0; index < bytes.length; index++) {
    const head = bytes.subarray(0, index);
    const byte = bytes[index] ?? 0;
    const tail = bytes.subarray(index + 1);
    const replacements = [byte ^ 1, byte ^ 0x80, 0x20, 0x22, 0x30].filter((other) => other !== byte);
    for (const other of replacements) yield Buffer.concat([head, [other], tail].map(toBuffer));
    for (const other of [0x0a, 0x20, 0x5c]) yield Buffer.concat([head, [other, byte], tail].map(toBuffer));
    yield Buffer.concat([head, tail]);
  }
}

function toBuffer(bytes: Uint8Array | readonly number[]): Buffer {
  return Buffer.from(bytes);
}
