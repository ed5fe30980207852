import {
  hintOf,
  parse,
  type SignInput,
  sign,
  signSync,
  type VerifySyncOptions,
  verify,
  verifySync,
  type WebhookRequest,
  WebhookVerificationError,
} from '@messaging-service/webhooks';
import { expect, test } from 'vitest';
import { headersOf, signed } from './requests.ts';
import { deliveryReceipt, inboundMessage, SECRET, SENT_AT } from './samples.ts';
import { failureOf, verifyBoth } from './verify-both.ts';
import { wrongRequests } from './wrong-requests.ts';

const BODY = JSON.stringify(inboundMessage);
const HEADERS = headersOf(BODY);

test.each(wrongRequests)('$title is $code (SIG-3)', async ({ code, options, ...rest }) => {
  const sent = 'request' in rest ? rest.request : signed(BODY);
  const error = await failureOf(() => verifyBoth(sent, options as Partial<VerifySyncOptions>));
  expect(error.code).toBe(code);
  expect(error.name).toBe('WebhookVerificationError');
  // The message says what happened and what to do about it.
  expect(error.message).toMatch(new RegExp(`^${code}: .{10,}\\. [A-Z].{20,}\\.$`));
  expect(error.message.endsWith(hintOf(error))).toBe(true);
});

test('a Request whose body was read before is body_used', async () => {
  const used = new Request('https://example.com', { method: 'POST', body: BODY, headers: HEADERS });
  await used.text();
  const error = await failureOf(() => verify(used, { secrets: SECRET, now: SENT_AT }));
  expect(error.code).toBe('body_used');
});

test('a Request whose body breaks off is invalid_body, with the reason as its cause', async () => {
  const reason = new Error('socket hang up');
  const body = new ReadableStream({ pull: (controller) => controller.error(reason) });
  const init = { method: 'POST', body, headers: HEADERS, duplex: 'half' } as const;
  const broken = new Request('https://example.com', init);
  const error = await failureOf(() => verify(broken, { secrets: SECRET, now: SENT_AT }));
  expect(error).toMatchObject({ code: 'invalid_body', cause: reason });
});

test('headers are checked before the body is read, so that an invalid request costs nothing', async () => {
  const unsigned = new Request('https://example.com', { method: 'POST', body: BODY });
  const error = await failureOf(() => verify(unsigned, { secrets: SECRET }));
  expect(error.code).toBe('missing_signature');
  expect(unsigned.bodyUsed).toBe(false);
});

test('a Request given to verifySync, which cannot wait for it, is invalid_body', async () => {
  const unread = new Request('https://example.com', { method: 'POST', body: BODY, headers: HEADERS });
  const asked = () => verifySync(unread as unknown as WebhookRequest, { secrets: SECRET, now: SENT_AT });
  expect((await failureOf(asked)).code).toBe('invalid_body');
});

test('no message shows anything of the body, and no error has a cause that quotes it', async () => {
  const secretive = '{"message":"my PIN is 4711", from}';
  for (const work of [() => parse(secretive), () => verifyBoth(signed(secretive))]) {
    const error = await failureOf(work);
    expect(error.cause).toBeUndefined();
    expect(`${error.stack}${error.message}`).not.toContain('4711');
  }
});

test('a payload that cannot be used names each field that is wrong and shows no value (WHK-9)', async () => {
  const payload = { ...deliveryReceipt, delivered: '4711', receiptInfo: { code: 4711 } };
  const error = await failureOf(() => parse(JSON.stringify(payload)));
  expect(error.code).toBe('invalid_payload');
  expect(error.issues).toEqual([
    { path: 'delivered', message: 'must be a boolean' },
    { path: 'receiptInfo.code', message: 'must be a string' },
    { path: 'receiptInfo.description', message: 'is required' },
  ]);
  expect(error.message).toContain(
    'invalid_payload: The delivery-receipt cannot be used: delivered must be a boolean. ',
  );
  expect(JSON.stringify(error) + error.message).not.toContain('4711');
});

test.each([
  ['missing_secret', { secret: '' }],
  ['invalid_options', { environment: '' }],
  ['invalid_options', { environment: 'two\r\nlines' }],
  ['invalid_options', { environment: ' padded ' }],
  ['invalid_options', { environment: undefined }],
  ['invalid_options', { timestamp: 1.5 }],
  ['invalid_options', { timestamp: -1 }],
  ['invalid_options', { timestamp: 'now' }],
  ['parsed_body', { body: inboundMessage }],
  ['missing_body', { body: undefined }],
])('signing fails with %s for %o', async (code, wrong) => {
  const input = { body: BODY, secret: SECRET, environment: 'production', ...wrong } as SignInput;
  expect((await failureOf(() => sign(input))).code).toBe(code);
  expect((await failureOf(() => signSync(input))).code).toBe(code);
});

test('errors are distinguished by class and by code', () => {
  const error = new WebhookVerificationError('signature_mismatch');
  expect(error).toBeInstanceOf(Error);
  expect(error.issues).toEqual([]);
  expect(String(error)).toBe(
    'WebhookVerificationError: signature_mismatch: No secret matches this signature: your secret is wrong, the request was changed, or it is forged. Check the secret, and pass the body exactly as it was received, before any parser.',
  );
});

test('an error about a header that was sent twice contains its name', async () => {
  const twice = { body: BODY, headers: { ...HEADERS, timestamp: ['1', '2'] } };
  expect((await failureOf(() => verifyBoth(twice))).message).toContain('timestamp must be one string');
});
