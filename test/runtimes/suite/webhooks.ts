import { check, failure, matches } from './checks.ts';
import type { Cases, Context } from './context.ts';
import { HANDSET, SECRET } from './sandbox.ts';
import { sample } from './webhook-sample.ts';

const options = { secrets: sample.secret, now: sample.sentAt };
const { body, headers } = sample;
const event = { kind: 'inbound-message', verified: true, matched: 'raw', timestamp: sample.sentAt };

/** Fails unless verification fails with this code. */
async function refused({ webhooks }: Context, code: string, work: () => unknown): Promise<void> {
  const error = await failure(work, webhooks.WebhookVerificationError, { code });
  check(!`${error.message}${error.stack}`.includes(sample.secret), 'the error holds the secret');
}

/** Verifying, parsing and signing. */
export const webhooks: Cases = {
  'verifies a body in each of its forms': async ({ webhooks: { verify } }) => {
    const bytes = new TextEncoder().encode(body);
    // A view into the middle of a larger buffer, as bodies from sockets are.
    const larger = new Uint8Array(bytes.length + 7);
    larger.set(bytes, 3);
    const view = new DataView(larger.buffer, 3, bytes.length);
    for (const form of [body, bytes, bytes.buffer, view])
      matches(await verify({ body: form, headers }, options), { ...event, payload: { message: 'Ναι 👍' } });
  },
  'verifies headers in each of their forms': async ({ webhooks: { verify } }) => {
    const pairs = Object.entries(headers);
    for (const form of [new Headers(headers), pairs, new Map(pairs)])
      matches(await verify({ body, headers: form }, options), event);
  },
  'verifies a Request, once': async (context) => {
    const { verify } = context.webhooks;
    const request = new Request('https://receiver.test/inbound', { method: 'POST', body, headers });
    matches(await verify(request.clone(), options), event);
    matches(await verify(request, options), event);
    await refused(context, 'body_used', () => verify(request, options));
  },
  'verifies a pretty-printed body, and returns the signed payload': async ({ webhooks: { verify } }) => {
    const pretty = JSON.stringify(JSON.parse(body), null, 2);
    matches(await verify({ body: pretty, headers }, options), { ...event, matched: 'minified' });
  },
  'refuses altered webhooks': async (context) => {
    const { verify } = context.webhooks;
    const refuse = (changed: object, code = 'signature_mismatch') =>
      refused(context, code, () => verify({ body, headers, ...changed }, options));
    await refuse({ body: body.replace('sms', 'rcs') });
    await refuse({ headers: { ...headers, signature: btoa('x'.repeat(32)) } });
    await refuse({ headers: { ...headers, signature: 'x' } }, 'malformed_signature');
  },
  'refuses webhooks that are too old by the clock of the machine': async (context) => {
    const { verify, signTestWebhook } = context.webhooks;
    const secrets = sample.secret;
    await refused(context, 'timestamp_too_old', () => verify({ body, headers }, { secrets }));
    const fresh = await signTestWebhook(body, { secret: secrets });
    matches(await verify(fresh, { secrets }), { verified: true, environment: 'test' });
  },
  'signs as specified': async ({ webhooks: { sign } }) => {
    const { secret } = sample;
    const { timestamp, environment } = headers;
    matches(await sign({ body, secret, timestamp, environment }), headers);
  },
  'signs and verifies large bodies, and text that is not well-formed': async ({
    webhooks: { signTestWebhook, verify },
  }) => {
    for (const text of ['Ω👋'.repeat(100_000), '\u{fffd}\u{2028} \\ud800'])
      matches(await verify(await signTestWebhook({ text }, { secret: SECRET }), { secrets: SECRET }), {
        kind: 'unknown',
        payload: { text },
      });
  },
  'verifies and signs synchronously': {
    needs: ['nodeCrypto'],
    run: async (context) => {
      const { signSync, verifySync } = context.webhooks;
      const { secret } = sample;
      const { timestamp, environment } = headers;
      matches(signSync({ body, secret, timestamp, environment }), headers);
      matches(verifySync({ body, headers }, options), { ...event, payload: { from: 447700900123 } });
      const bytes = new TextEncoder().encode(body);
      matches(verifySync({ body: bytes, headers: new Headers(headers) }, options), event);
      const altered = { body: body.replace('sms', 'rcs'), headers };
      await refused(context, 'signature_mismatch', () => verifySync(altered, options));
    },
  },
  'names the functions to use without node:crypto': {
    without: 'nodeCrypto',
    run: async (context) => {
      const { verifySync } = context.webhooks;
      await refused(context, 'unsupported_runtime', () => verifySync({ body, headers }, options));
    },
  },
  'verifies an inbound message of the emulator, but not if a byte is changed': async (context) => {
    const { sandbox } = context;
    const { verify } = context.webhooks;
    await sandbox.control('POST', '/inbound', { from: HANDSET, to: 'DEMO', message: 'Ναι 👍' });
    const [received, ...more] = await sandbox.webhooks();
    check(received !== undefined && more.length === 0, 'not exactly one webhook came');
    const account = { secrets: SECRET, environment: 'emulator', tolerance: false } as const;
    matches(await verify(received, account), {
      kind: 'inbound-message',
      payload: { account_uuid: sandbox.accountUuid, message: 'Ναι 👍', to: 'DEMO' },
    });
    const altered = { ...received, body: received.body.replace('Ναι', 'Όχι') };
    await refused(context, 'signature_mismatch', () => verify(altered, account));
  },
};
