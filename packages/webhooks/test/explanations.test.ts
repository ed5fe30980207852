import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import { hintOf, verify, WebhookVerificationError } from '@messaging-service/webhooks';
import { toNodeListener } from '@messaging-service/webhooks/node';
import { describe, expect, test } from 'vitest';
import { receiver } from './receiver.ts';
import { headersOf, signed, signedRequest } from './requests.ts';
import { deliveryReceipt, inboundMessage, SECRET, SENT_AT } from './samples.ts';
import { verifyBoth } from './verify-both.ts';

const BODY = JSON.stringify(inboundMessage);
const ZSTD = Buffer.from([0x28, 0xb5, 0x2f, 0xfd, 0x04, 0x58, 0x11]);

async function messageOf(work: Promise<unknown>): Promise<string> {
  const error = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(WebhookVerificationError);
  return (error as Error).message;
}

describe('a compressed body is named (SIG-3)', () => {
  test.each([
    ['gzip', gzipSync(BODY)],
    ['x-gzip', gzipSync(BODY)],
    ['deflate', deflateSync(BODY)],
    ['deflate', deflateRawSync(BODY)],
    ['br', brotliCompressSync(BODY)],
    ['zstd', ZSTD],
  ])('by its content-encoding: %s', async (encoding, body) => {
    const headers = { ...headersOf(BODY), 'Content-Encoding': encoding };
    expect(await messageOf(verifyBoth({ body, headers }))).toContain(
      `signature_mismatch: The body is compressed: its content-encoding is "${encoding}".`,
    );
    const { handler, errors } = receiver();
    const unsigned = { method: 'POST', headers: { 'content-encoding': encoding }, body };
    expect((await handler(new Request('https://app.example/', unsigned))).status).toBe(400);
    expect(String(errors[0])).toContain(
      `invalid_json: The body is compressed: its content-encoding is "${encoding}"`,
    );
  });

  test.each([
    ['gzip', gzipSync(BODY)],
    ['deflate', deflateSync(BODY)],
    ['zstd', ZSTD],
  ])('by its beginning, if a proxy has removed the header: %s', async (format, body) => {
    expect(await messageOf(verifyBoth({ body, headers: headersOf(BODY) }))).toContain(
      `The body is compressed: it begins like ${format}.`,
    );
  });

  test('but not if it was decompressed and the header is still there', async () => {
    const headers = { ...headersOf(BODY), 'content-encoding': 'gzip' };
    expect((await verifyBoth({ body: BODY, headers })).verified).toBe(true);
    const changed = { body: `${BODY.slice(0, -1)},"a":1}`, headers };
    expect(await messageOf(verifyBoth(changed))).not.toContain('compressed');
  });
});

describe('a secret with characters at its ends is suspected (SIG-3)', () => {
  test.each([
    [`${SECRET}\n`, 'ends with a line break'],
    [`${SECRET}\r\n`, 'ends with a line break'],
    [`${SECRET} `, 'ends with a space'],
    [` ${SECRET}`, 'begins with a space'],
    [`\t${SECRET}`, 'begins with a tab'],
    [`\ufeff${SECRET}`, 'begins with a byte order mark'],
    [`${SECRET}\u00a0`, 'ends with a no-break space'],
    [`${SECRET}\\n`, 'ends with a line break that is written as \\n'],
    [`"${SECRET}\\r"`, 'begins with a quote and ends with a line break that is written as \\r and a quote'],
    [`${SECRET}\u200b`, 'ends with an invisible character'],
    [`"${SECRET}"`, 'begins with a quote and ends with a quote'],
    [`'${SECRET}'\n`, 'begins with a quote and ends with a quote and a line break'],
  ])('%o', async (secret, finding) => {
    for (const secrets of [secret, ['another', secret]]) {
      const message = await messageOf(verifyBoth(signed(BODY), { secrets }));
      expect(message).toContain(`The secret ${finding}; without that, the signature matches.`);
      expect(message).not.toContain(SECRET);
    }
    const other = await messageOf(verifyBoth(signed(BODY, { secret: 'x' }), { secrets: secret }));
    expect(other).toContain(`One of them ${finding}.`);
  });

  test('and accepted if the service has the same one', async () => {
    const secret = ` "${SECRET}"\n`;
    expect((await verifyBoth(signed(BODY, { secret }), { secrets: secret })).verified).toBe(true);
  });
});

describe('a clock that is far away is recognized (SIG-7)', () => {
  const DAY = 86_400_000;

  test.each([
    [SENT_AT + 330 * DAY, 'timestamp_too_old', '330 days apart'],
    [SENT_AT - 330 * DAY, 'timestamp_too_new', '330 days apart'],
    [SENT_AT + 4000 * DAY, 'timestamp_too_old', '11 years apart'],
    [0, 'timestamp_too_new', '56 years apart'],
    [SENT_AT + DAY, 'timestamp_too_old', '1 day apart'],
  ])('at %d: %s, %s', async (now, code, distance) => {
    const message = await messageOf(verifyBoth(signed(BODY), { now }));
    expect(message).toMatch(new RegExp(`^${code}: \\d+ s in the `));
    expect(message).toContain(`${distance}, as with the virtual clock of an emulator`);
    expect(message).toContain('now: () => emulator.clock.now().getTime()');
  });

  test('a minute is a matter of this clock', async () => {
    const message = await messageOf(verifyBoth(signed(BODY), { now: SENT_AT + 301_000 }));
    expect(message).toContain('301 s in the past by the clock of this machine; the tolerance is 300 s.');
    expect(message).not.toContain('apart');
  });

  test.each([
    'timestamp_too_old',
    'timestamp_too_new',
    'environment_mismatch',
    'signature_mismatch',
  ] as const)('the advice for %s does not switch a check off', (code) => {
    expect(hintOf({ code })).not.toMatch(/tolerance|false|accept-unsigned|\bparse\b/);
  });
});

describe('a body that cannot be read is explained', () => {
  const reasonOf = async (request: unknown): Promise<[string, string]> => {
    const { handler, errors } = receiver();
    const response = { statusCode: 0, setHeader: () => undefined, end: () => undefined };
    await toNodeListener(handler)(request as never, response);
    const { code, message } = errors[0] as WebhookVerificationError;
    return [code, message];
  };
  const stream = { method: 'POST', headers: {}, iterator: () => [] };

  test('the body of a request that was read before', async () => {
    const [code, message] = await reasonOf({ ...stream, readableDidRead: true });
    expect([code, message]).toEqual(['body_used', expect.stringContaining('Something read the body before')]);
  });

  test('a mock request without a stream; one with a body is read', async () => {
    const [code, message] = await reasonOf({ method: 'POST', headers: {} });
    expect([code, message]).toEqual(['missing_body', expect.stringContaining('so it is probably a mock')]);
    const { handler, events } = receiver();
    const response = { statusCode: 0, setHeader: () => undefined, end: () => undefined };
    const mock = { method: 'POST', headers: {}, body: JSON.stringify(deliveryReceipt) };
    await toNodeListener(handler)(mock as never, response);
    expect([events.length, response.statusCode]).toEqual([1, 200]);
  });

  test('an upload that breaks off', async () => {
    const broken = async function* () {
      yield Buffer.from('{"mo_uuid');
      throw Object.assign(new Error('aborted'), { code: 'ECONNRESET' });
    };
    const [code, message] = await reasonOf({ ...stream, readableDidRead: false, iterator: broken });
    expect(code).toBe('invalid_body');
    expect(message).toContain('The upload was aborted before the whole body arrived (ECONNRESET).');
  });

  test('a Request whose stream is locked, broken off or read', async () => {
    const options = { secrets: SECRET, now: SENT_AT };
    const locked = signedRequest();
    locked.body?.getReader();
    expect(await messageOf(verify(locked, options))).toContain(
      'body_used: The body of the Request is locked',
    );
    const body = new ReadableStream({
      pull: (controller) => controller.error(new DOMException('x', 'AbortError')),
    });
    const init = { method: 'POST', headers: headersOf(BODY), body, duplex: 'half' };
    expect(
      await messageOf(verify(new Request('https://app.example/', init as RequestInit), options)),
    ).toContain('The body broke off while it was read (AbortError).');
    const used = signedRequest();
    await used.text();
    expect(await messageOf(verify(used, options))).toContain('body_used');
  });
});
