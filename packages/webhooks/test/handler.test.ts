import { gate, throwing, turns } from '@messaging-service/test-support';
import {
  createWebhookHandler,
  type DedupeStore,
  type HandlerRequest,
  type VerifyOptions,
  type WebhookActions,
  WebhookVerificationError,
} from '@messaging-service/webhooks';
import { describe, expect, test, vi } from 'vitest';
import { passingTime } from './order.ts';
import { receiver } from './receiver.ts';
import { headersOf, signed, signedRequest, unsignedRequest } from './requests.ts';
import {
  creditNotification,
  deliveryReceipt,
  inboundMessage,
  phoneNumbers,
  SECRET,
  SENT_AT,
  samples,
} from './samples.ts';

/** The status of a response, and the code in its body. */
async function outcomeOf(response: Response): Promise<[status: number, code?: string]> {
  const text = await response.text();
  if (text === '') return [response.status];
  return [response.status, (JSON.parse(text) as { error: { code: string } }).error.code];
}

/** An action that fails with an error. */
const failing = (error: Error): WebhookActions => ({ inboundMessage: () => Promise.reject(error) });

const payloads = [...Object.entries(samples), ['unknown', { event: 'of tomorrow' }]] as const;

describe('exactly 200 (WHK-2)', () => {
  test.each(payloads)('is the response to a signed %s once its action has ended', async (kind, payload) => {
    const { handler, events } = receiver();
    expect(await outcomeOf(await handler(signedRequest(payload)))).toEqual([200]);
    expect(events).toEqual([
      {
        kind,
        payload,
        phoneNumber: phoneNumbers[kind],
        verified: true,
        matched: 'raw',
        timestamp: SENT_AT,
        environment: 'production',
      },
    ]);
  });

  test('is the response to a duplicate, which is not acted on again', async () => {
    const { handler, events } = receiver();
    for (const timestamp of [SENT_AT / 1000, SENT_AT / 1000 + 10])
      expect((await handler(signedRequest(inboundMessage, { timestamp }))).status).toBe(200);
    expect(events).toHaveLength(1);
  });

  test('is the response with any result of the action', async () => {
    const { handler } = receiver({ on: { inboundMessage: () => new Response(null, { status: 204 }) } });
    expect((await handler(signedRequest())).status).toBe(200);
  });
});

test('a handler that Express calls without an adapter reports it, because the response is never sent', async () => {
  const errors: unknown[] = [];
  const { handler, events } = receiver({ onError: (error) => errors.push(error) });
  const call = handler as (request: Request, response: object) => Promise<Response>;
  const response = await call(signedRequest(), { setHeader: () => undefined });
  expect(await outcomeOf(response)).toEqual([500, 'invalid_options']);
  expect(String(errors[0])).toContain('Wrap it: toNodeListener(handler)');
  expect(events).toEqual([]);
});

test.each([null, 5, {}])('a request with the method %o does not make it reject', async (method) => {
  const { handler } = receiver();
  const request = { ...signed(JSON.stringify(inboundMessage)), method } as unknown as HandlerRequest;
  expect((await handler(request)).status).toBe(method === null ? 200 : 405);
});

describe('an action that fails', () => {
  test('by returning a response with an error is reported, and the service tries again', async () => {
    const on = { inboundMessage: () => new Response('database is down', { status: 503 }) };
    const { handler, errors } = receiver({ on });
    expect(await outcomeOf(await handler(signedRequest()))).toEqual([500, 'handler_failed']);
    expect(String(errors[0])).toContain('The action returned a Response with the status 503');
  });

  test('gets the response 500, so that the service tries again, and then the action runs', async () => {
    const failure = new Error('out of order');
    const inboundMessage = vi.fn<() => Promise<void>>().mockRejectedValueOnce(failure).mockResolvedValue();
    const { handler, errors } = receiver({ on: { inboundMessage } });
    const statuses: number[] = [];
    for (let attempt = 0; attempt < 3; attempt++) statuses.push((await handler(signedRequest())).status);
    expect(statuses).toEqual([500, 200, 200]);
    expect(inboundMessage).toHaveBeenCalledTimes(2);
    expect(errors).toEqual([failure]);
  });

  test.each([new WebhookVerificationError('invalid_json'), new Error('password 4711')])(
    'is a failure of the receiver, which the caller sees nothing of: %s',
    async (error) => {
      const { handler } = receiver({ on: failing(error) });
      expect(await outcomeOf(await handler(signedRequest()))).toEqual([500, 'handler_failed']);
    },
  );
});

describe('signatures (SIG-5)', () => {
  test('an inbound message without one is refused, the other kinds are accepted', async () => {
    const { handler, events } = receiver();
    const statuses: number[] = [];
    for (const [, payload] of payloads) statuses.push((await handler(unsignedRequest(payload))).status);
    expect(statuses).toEqual([401, 200, 200, 200]);
    expect(events.map(({ kind, verified }) => [kind, verified])).toEqual([
      ['delivery-receipt', false],
      ['credit-notification', false],
      ['unknown', false],
    ]);
  });

  test.each(payloads)('a wrong one is refused on %s', async (_kind, payload) => {
    const { handler, events } = receiver();
    const forged = new Request(signedRequest(payload), { body: JSON.stringify({ ...payload, more: 1 }) });
    expect(await outcomeOf(await handler(forged))).toEqual([401, 'signature_mismatch']);
    expect(events).toEqual([]);
  });

  test('can be required for each kind, or not', async () => {
    const strict = receiver({ policy: { deliveryReceipt: 'signed-only', unknown: 'signed-only' } });
    expect((await strict.handler(unsignedRequest(deliveryReceipt))).status).toBe(401);
    expect((await strict.handler(unsignedRequest({}))).status).toBe(401);
    expect((await strict.handler(unsignedRequest(creditNotification))).status).toBe(200);
    const lax = receiver({ policy: { inboundMessage: 'accept-unsigned' } });
    expect((await lax.handler(unsignedRequest(inboundMessage))).status).toBe(200);
    expect(lax.events).toMatchObject([{ verified: false }]);
  });

  test('without secrets, unsigned ones are received, and a signed one is not accepted unverified', async () => {
    const { handler, events } = receiver({ secrets: undefined, on: { deliveryReceipt: () => undefined } });
    expect((await handler(unsignedRequest(deliveryReceipt))).status).toBe(200);
    expect(await outcomeOf(await handler(signedRequest(deliveryReceipt)))).toEqual([500, 'missing_secret']);
    expect(events).toEqual([]);
  });
});

describe('a receipt without a signature', () => {
  const forged = { ...deliveryReceipt, destination: '+440' };

  test('never hides a genuine one, signed or not', async () => {
    const { handler, events } = receiver();
    for (const request of [forged, deliveryReceipt].map(unsignedRequest)) await handler(request);
    await handler(signedRequest(deliveryReceipt));
    expect(events.map(({ payload, verified }) => [payload, verified])).toEqual([
      [forged, false],
      [deliveryReceipt, false],
      [deliveryReceipt, true],
    ]);
  });

  test.each([
    ['bytes', (payload: object) => unsignedRequest(payload)],
    [
      'what a parser made of them',
      (payload: object) => ({ headers: {}, body: payload as unknown as string }),
    ],
  ])('is acted on once, however often its body arrives as %s', async (_form, requestOf) => {
    const { handler, events } = receiver();
    for (const payload of [deliveryReceipt, deliveryReceipt, forged, deliveryReceipt])
      expect((await handler(requestOf(payload))).status).toBe(200);
    expect(events).toMatchObject([{ payload: deliveryReceipt, verified: false }, { payload: forged }]);
  });
});

describe('the status of refused requests', () => {
  const body = JSON.stringify(inboundMessage);
  const changed = (headers: object) => ({ body, headers: { ...headersOf(body), ...headers } });
  const text = (unsigned: string) => ({ body: unsigned, headers: {} });
  const parsed = { headers: headersOf(body), body: inboundMessage as unknown as string };
  const down = () => Promise.reject(new Error('database is down'));

  test.each([
    [401, 'malformed_signature', changed({ signature: 'garbage' }), {}],
    // An empty signature is still a signature.
    [401, 'malformed_signature', changed({ signature: '' }), {}],
    [401, 'malformed_timestamp', changed({ timestamp: 'yesterday' }), {}],
    [401, 'missing_header', changed({ environment: undefined }), {}],
    [401, 'timestamp_too_old', signedRequest(inboundMessage, { timestamp: 1 }), {}],
    [401, 'timestamp_too_new', signedRequest(inboundMessage, { timestamp: SENT_AT + 300_001 }), {}],
    [401, 'environment_mismatch', signedRequest(), { environment: 'sandbox' }],
    [401, 'secret_not_found', signedRequest(), { secrets: (): undefined => undefined }],
    [400, 'invalid_json', text('{'), {}],
    [400, 'invalid_payload', text('{"receiptInfo":{}}'), {}],
    [400, 'missing_body', { headers: {}, body: null }, {}],
    [400, 'invalid_headers', { headers: null, body: '{}' }, {}],
    [400, 'invalid_headers', undefined as unknown as Request, {}],
    [400, 'invalid_headers', null as unknown as Request, {}],
    [405, 'method_not_allowed', new Request('https://example.com/'), {}],
    [500, 'handler_failed', signedRequest(), { secrets: down }],
    [500, 'parsed_body', parsed, {}],
  ] as const)('is %d for %s', async (status, code, request, options: Partial<VerifyOptions>) => {
    const { handler, events } = receiver(options);
    const response = await handler(request);
    expect(response.headers.get('allow')).toBe(status === 405 ? 'POST' : null);
    expect(await outcomeOf(response)).toEqual([status, code]);
    expect(events).toEqual([]);
  });
});

describe('errors', () => {
  test('name the option that accepts an unsigned event, and say that it may be forged', async () => {
    const { handler, errors } = receiver();
    await handler(unsignedRequest(inboundMessage));
    expect((errors[0] as Error).message).toBe(
      "missing_signature: The request has no signature, so anyone who knows the URL may have forged it. Set mo_webhook_secret on the account. To accept such events unsigned, set the option policy: { inboundMessage: 'accept-unsigned' }.",
    );
  });

  test('are printed only without onError: the message of a refused request, and the error of an action', async () => {
    const printed = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const late = () => signedRequest(inboundMessage, { timestamp: 1 });
    await receiver().handler(late());
    expect(printed).not.toHaveBeenCalled();
    const on = { creditNotification: () => Promise.reject(new Error('x')) };
    const loud = createWebhookHandler({ secrets: SECRET, on });
    await loud(late());
    await loud(unsignedRequest(creditNotification));
    expect(printed.mock.calls.map(([, what]) => String(what))).toEqual([
      expect.stringMatching(/^timestamp_too_old: \d+ s in the past by .* Check the clock/),
      'Error: x',
    ]);
  });

  test.each([
    ['throws', throwing(new Error('log is full'))],
    ['rejects', () => Promise.reject(new Error('log is full'))],
  ])(
    'of an onError that %s are printed, and do not change the response',
    async (_, onError: () => unknown) => {
      const print = vi.spyOn(console, 'error').mockReturnValue();
      const { handler } = receiver({ onError, on: failing(new Error('action')) });
      expect((await handler(unsignedRequest(inboundMessage))).status).toBe(401);
      expect((await handler(signedRequest())).status).toBe(500);
      await turns();
      const printed = ['[messaging-webhooks]', expect.objectContaining({ message: 'log is full' })];
      expect(print.mock.calls).toEqual([printed, printed]);
    },
  );
});

test('a clock is not read when the handler is created, because an emulator may be created later', async () => {
  const now = vi.fn<() => number>(() => SENT_AT);
  const { handler } = receiver({ now });
  expect(now).not.toHaveBeenCalled();
  expect((await handler(signedRequest())).status).toBe(200);
  expect(now).toHaveBeenCalledTimes(1);
});

describe('waitUntil: acknowledge, then act', () => {
  test('responds with 200 before the action has ended, and passes the work on', async () => {
    const { passed, open } = gate();
    const work: Promise<void>[] = [];
    const done: string[] = [];
    const on: WebhookActions = { inboundMessage: () => passed.then(() => done.push('acted')) };
    const { handler } = receiver({ on, waitUntil: (promise) => work.push(promise) });
    expect((await handler(signedRequest())).status).toBe(200);
    // Another attempt in the meantime waits for the action, and starts nothing.
    const second = handler(signedRequest());
    await turns();
    expect(done).toEqual([]);
    open();
    expect((await second).status).toBe(200);
    await Promise.all(work);
    expect(work).toHaveLength(1);
    expect(done).toEqual(['acted']);
  });

  test('an action that fails is reported, never rejects the work, and may be delivered once more', async () => {
    const work: Promise<void>[] = [];
    const failure = new Error('too late');
    const action = vi.fn<() => Promise<void>>().mockRejectedValueOnce(failure).mockResolvedValue();
    const { handler, errors } = receiver({
      on: { inboundMessage: action },
      waitUntil: (promise) => work.push(promise),
    });
    await handler(signedRequest());
    await expect(Promise.all(work)).resolves.toHaveLength(1);
    expect(errors).toEqual([failure]);
    await handler(signedRequest());
    await Promise.all(work);
    expect(action).toHaveBeenCalledTimes(2);
  });

  test('an unverified request is refused first', async () => {
    const waitUntil = vi.fn<(work: Promise<void>) => void>();
    expect((await receiver({ waitUntil }).handler(unsignedRequest(inboundMessage))).status).toBe(401);
    expect(waitUntil).not.toHaveBeenCalled();
  });
});

describe('while another attempt is being acted on', () => {
  test('duplicates wait for its end: 200 when it succeeded', async () => {
    const { passed, open } = gate();
    const action = vi.fn<() => Promise<void>>(() => passed);
    const { handler } = receiver({ on: { inboundMessage: action } });
    const answers = Promise.all([1, 2, 3].map(() => handler(signedRequest())));
    await turns();
    open();
    expect((await answers).map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(action).toHaveBeenCalledTimes(1);
  });

  test('a duplicate acts itself when the other one failed: no event is lost by an early 200', async () => {
    const { passed, open } = gate();
    const action = vi.fn<() => Promise<void>>().mockImplementationOnce(async () => {
      await passed;
      throw new Error('failed halfway');
    });
    const { handler } = receiver({ on: { inboundMessage: action } });
    const first = handler(signedRequest());
    await turns();
    const second = handler(signedRequest());
    await turns();
    open();
    expect([(await first).status, (await second).status]).toEqual([500, 200]);
    expect(action).toHaveBeenCalledTimes(2);
  });

  test.each([
    ['', {}],
    [', also with waitUntil, because the other receiver may have died', { waitUntil: () => undefined }],
  ])('a duplicate that has waited 4.5 s gets 503, so that it is sent again%s (WHK-2)', async (_, options) => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
    const dedupe: DedupeStore = { claim: async () => ({ state: 'busy' }) };
    const { handler, events } = receiver({ dedupe, ...options });
    const start = performance.now();
    const response = await passingTime(handler(signedRequest()));
    expect(response.headers.get('retry-after')).toBe('10');
    expect(await outcomeOf(response)).toEqual([503, 'in_progress']);
    expect(performance.now() - start).toBe(4500);
    expect(events).toEqual([]);
  });
});

describe('a store that fails', () => {
  const done = async () => undefined;
  const claimed = { state: 'claimed', commit: done, release: done } as const;
  const down = () => Promise.reject(new Error('store is down'));

  test('to claim an event is reported and gets 503: acting without a claim could be acting twice', async () => {
    const { handler, events, errors } = receiver({ dedupe: { claim: down } });
    expect(await outcomeOf(await handler(signedRequest()))).toEqual([503, 'store_unavailable']);
    expect(events).toEqual([]);
    expect(errors).toMatchObject([{ message: 'store is down' }]);
  });

  test.each([true, undefined, 'claimed', { state: 'CLAIMED' }, { state: 'claimed' }])(
    'to describe its claim, as %o does, gets 503: read as "done", it would hide the event',
    async (claim) => {
      const { handler, events, errors } = receiver({ dedupe: { claim: async () => claim as never } });
      expect(await outcomeOf(await handler(signedRequest()))).toEqual([503, 'store_unavailable']);
      expect(events).toEqual([]);
      expect(String(errors[0])).toContain('a claim in an unknown form. Let claim resolve to');
    },
  );

  test.each([
    ['rejects', down, 'store is down'],
    ['throws', throwing(new Error('store is closed')), 'store is closed'],
  ])('to record an outcome, and %s, is reported, and the outcome counts', async (_, broken, message) => {
    const dedupe: DedupeStore = { claim: async () => ({ ...claimed, commit: broken, release: broken }) };
    const working = receiver({ dedupe });
    expect((await working.handler(signedRequest())).status).toBe(200);
    expect([working.events.length, working.errors]).toMatchObject([1, [{ message }]]);
    const broke = receiver({ dedupe, on: failing(new Error('action')) });
    expect((await broke.handler(signedRequest())).status).toBe(500);
    expect(broke.errors).toMatchObject([{ message }, { message: 'action' }]);
  });
});

test('without a store every attempt is acted on', async () => {
  const { handler, events } = receiver({ dedupe: false });
  await handler(signedRequest());
  await handler(signedRequest());
  expect(events).toHaveLength(2);
});
