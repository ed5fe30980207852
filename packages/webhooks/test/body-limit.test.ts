import type { WebhookVerificationError } from '@messaging-service/webhooks';
import { expect, test, vi } from 'vitest';
import { receiver } from './receiver.ts';
import { headersOf } from './requests.ts';
import { deliveryReceipt, inboundMessage, SECRET } from './samples.ts';

const MiB = 1_048_576;
/** A signed body of a certain size. */
const bodyOf = (bytes: number) => {
  const body = JSON.stringify({ ...inboundMessage, padding: '' });
  return body.replace('"padding":""', `"padding":"${'x'.repeat(bytes - body.length)}"`);
};
const requestOf = (body: string, headers: Record<string, string>) =>
  new Request('https://example.com/hook', { method: 'POST', body, headers });

test.each([
  ['a Request', (body: string) => requestOf(body, headersOf(body))],
  ['a body that was read', (body: string) => ({ body, headers: headersOf(body) })],
  ['bytes that were read', (body: string) => ({ body: Buffer.from(body), headers: headersOf(body) })],
  [
    'a Lambda event',
    (body: string) => ({
      body: Buffer.from(body).toString('base64'),
      isBase64Encoded: true,
      headers: headersOf(body),
    }),
  ],
])('%s of 1 MiB is accepted, and one byte more is 413', async (_title, requestWith) => {
  const { handler, events, errors } = receiver();
  expect((await handler(requestWith(bodyOf(MiB)))).status).toBe(200);
  const response = await handler(requestWith(bodyOf(MiB + 1)));
  expect([response.status, await response.json()]).toEqual([413, { error: { code: 'payload_too_large' } }]);
  expect(events).toHaveLength(1);
  expect((errors[0] as WebhookVerificationError).message).toContain('The body is larger than 1048576 bytes.');
});

test('an endless body is not read to its end, signed or not', async () => {
  for (const headers of [headersOf(''), {}]) {
    let sent = 0;
    let isCancelled = false;
    const body = new ReadableStream<Uint8Array>({
      pull: (controller) => {
        sent += 65_536;
        controller.enqueue(new Uint8Array(65_536));
      },
      cancel: () => {
        isCancelled = true;
      },
    });
    const { handler } = receiver();
    const request = new Request('https://example.com/hook', {
      method: 'POST',
      headers,
      body,
      duplex: 'half',
    });
    expect((await handler(request)).status).toBe(413);
    expect(isCancelled).toBe(true);
    expect(sent).toBeLessThan(2 * MiB);
  }
});

test('no secret is looked up for a body that is too large', async () => {
  const secrets = vi.fn<() => string>(() => SECRET);
  const { handler } = receiver({ secrets });
  expect((await handler(requestOf(bodyOf(MiB + 1), headersOf('')))).status).toBe(413);
  expect(secrets).not.toHaveBeenCalled();
});

test('a Request of another library, without a stream, is read and limited too', async () => {
  const { handler } = receiver();
  for (const [bytes, status] of [
    [1_000, 200],
    [MiB + 1, 413],
  ] as const) {
    const body = bodyOf(bytes);
    const request = {
      headers: new Headers(headersOf(body)),
      bodyUsed: false,
      arrayBuffer: () => new Response(body).arrayBuffer(),
    };
    expect((await handler(request)).status).toBe(status);
  }
});

test('the method can be written in lower case (WHK-1)', async () => {
  const { handler } = receiver();
  const body = JSON.stringify(deliveryReceipt);
  for (const [method, status] of [
    ['post', 200],
    ['put', 405],
  ] as const)
    expect((await handler({ method, headers: headersOf(body), body })).status).toBe(status);
});
