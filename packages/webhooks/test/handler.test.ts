import { afterEach, describe, expect, test, vi } from 'vitest';
import {
  createWebhookHandler,
  type DedupeStore,
  type VerifyOptions,
  type WebhookActions,
  type WebhookHandlerOptions,
  WebhookVerificationError,
} from '../src/index.ts';
import { gate, turns } from './order.ts';
import { receiver } from './receiver.ts';
import { signedRequest, unsignedRequest } from './requests.ts';
import { creditNotification, deliveryReceipt, inboundMessage, SECRET, SENT_AT } from './samples.ts';

afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

const codeOf = async (response: Response) =>
  ((await response.json()) as { error: { code: string } }).error.code;

/** Lets fake time pass until a response arrives. */
async function passingTime(pending: Promise<Response>): Promise<Response> {
  let isWaiting = true as boolean;
  const response = pending.finally(() => {
    isWaiting = false;
  });
  while (isWaiting) {
    await turns();
    await vi.advanceTimersByTimeAsync(1500);
  }
  return response;
}

const payloads = [
  ['inbound-message', inboundMessage],
  ['delivery-receipt', deliveryReceipt],
  ['credit-notification', creditNotification],
  ['unknown', { event: 'of tomorrow' }],
] as const;

describe('exactly 200 (WHK-2)', () => {
  test.each(payloads)('is the response to a signed %s once its action has ended', async (kind, payload) => {
    const { handler, events } = receiver();
    const response = await handler(signedRequest(payload));
    expect([response.status, await response.text()]).toEqual([200, '']);
    expect(events).toEqual([
      { kind, payload, verified: true, matched: 'raw', timestamp: SENT_AT, environment: 'production' },
    ]);
  });

  test('is the response to events without an action', async () => {
    const { handler } = receiver({ on: {} });
    for (const [, payload] of payloads) expect((await handler(signedRequest(payload))).status).toBe(200);
  });

  test('is the response to a duplicate, which is not acted on again', async () => {
    const { handler, events } = receiver();
    for (const timestamp of [SENT_AT / 1000, SENT_AT / 1000 + 10]) {
      expect((await handler(signedRequest(inboundMessage, { timestamp }))).status).toBe(200);
    }
    expect(events).toHaveLength(1);
  });

  test('is the response with any result of the action', async () => {
    const { handler } = receiver({ on: { inboundMessage: () => new Response(null, { status: 204 }) } });
    expect((await handler(signedRequest())).status).toBe(200);
  });
});

describe('an action that fails', () => {
  test('gets the response 500, so that the service tries again, and then the action runs', async () => {
    const failure = new Error('out of order');
    const inboundMessage = vi.fn<() => void>().mockImplementationOnce(() => {
      throw failure;
    });
    const { handler, errors } = receiver({ on: { inboundMessage } });
    const first = await handler(signedRequest());
    expect([first.status, await codeOf(first)]).toEqual([500, 'handler_failed']);
    expect((await handler(signedRequest())).status).toBe(200);
    expect((await handler(signedRequest())).status).toBe(200);
    expect(inboundMessage).toHaveBeenCalledTimes(2);
    expect(errors).toEqual([failure]);
  });

  test('is a failure of the receiver even when it throws what verification throws', async () => {
    const inboundMessage = () => Promise.reject(new WebhookVerificationError('invalid_json'));
    const { handler } = receiver({ on: { inboundMessage } });
    expect((await handler(signedRequest())).status).toBe(500);
  });

  test('shows nothing of its error to the caller', async () => {
    const { handler } = receiver({
      on: { inboundMessage: () => Promise.reject(new Error('password 4711')) },
    });
    expect(await (await handler(signedRequest())).text()).not.toContain('4711');
  });
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
    const response = await handler(forged);
    expect([response.status, await codeOf(response)]).toEqual([401, 'signature_mismatch']);
    expect(events).toEqual([]);
  });

  test.each([
    ['malformed_signature', { signature: 'garbage' }],
    ['malformed_timestamp', { timestamp: 'yesterday' }],
    ['missing_header', { environment: '' }],
  ])('a request without a usable signature is refused: %s', async (code, wrong) => {
    const { handler, events } = receiver();
    const request = signedRequest(inboundMessage);
    for (const [name, value] of Object.entries(wrong))
      if (value === '') request.headers.delete(name);
      else request.headers.set(name, value);
    const response = await handler(request);
    expect([response.status, await codeOf(response)]).toEqual([401, code]);
    expect(events).toEqual([]);
  });

  test('an empty signature is still a signature', async () => {
    const { handler } = receiver();
    const request = {
      body: JSON.stringify(deliveryReceipt),
      headers: { signature: '', timestamp: '1', environment: 'x' },
    };
    expect(await codeOf(await handler(request))).toBe('malformed_signature');
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
    const response = await handler(signedRequest(deliveryReceipt));
    expect([response.status, await codeOf(response)]).toEqual([500, 'missing_secret']);
    expect(events).toEqual([]);
  });

  test('an unsigned event does not make a signed one count as done', async () => {
    const { handler, events } = receiver();
    await handler(unsignedRequest(deliveryReceipt));
    await handler(signedRequest(deliveryReceipt));
    await handler(signedRequest(deliveryReceipt));
    expect(events.map(({ verified }) => verified)).toEqual([false, true]);
  });
});

describe('the status of refused requests', () => {
  const late = signedRequest(inboundMessage, { timestamp: 1 });
  const text = (body: string) => ({ body, headers: {} });
  test.each([
    [401, 'timestamp_too_old', late, {}],
    [401, 'environment_mismatch', signedRequest(), { environment: 'sandbox' }],
    [401, 'secret_not_found', signedRequest(), { secrets: (): undefined => undefined }],
    [400, 'invalid_json', text('{'), {}],
    [400, 'invalid_payload', text('{"receiptInfo":{}}'), {}],
    [400, 'missing_body', { headers: {}, body: null }, {}],
    [400, 'invalid_headers', { headers: null, body: '{}' }, {}],
    [405, 'method_not_allowed', new Request('https://example.com/'), {}],
    [
      500,
      'handler_failed',
      signedRequest(),
      { secrets: () => Promise.reject(new Error('database is down')) },
    ],
    [500, 'parsed_body', { headers: signedRequest().headers, body: inboundMessage as unknown as string }, {}],
  ] as const)('is %d for %s', async (status, code, request, options: Partial<VerifyOptions>) => {
    const { handler, events } = receiver(options);
    const response = await handler(request);
    expect([response.status, await codeOf(response)]).toEqual([status, code]);
    expect(response.headers.get('allow')).toBe(status === 405 ? 'POST' : null);
    expect(events).toEqual([]);
  });

  test('names the option that accepts an unsigned event, and that it may be forged', async () => {
    const { handler, errors } = receiver();
    await handler(unsignedRequest(inboundMessage));
    expect((errors[0] as Error).message).toBe(
      "missing_signature: The request has no signature, so anyone who knows the URL may have forged it. Set mo_webhook_secret on the account. To accept such events unsigned, set the option policy: { inboundMessage: 'accept-unsigned' }.",
    );
  });

  test('is reported with the whole error to the receiver, and printed without onError', async () => {
    const printed = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const { handler } = receiver();
    const silent = createWebhookHandler({ secrets: SECRET, on: {}, onError: () => undefined });
    await silent(signedRequest(inboundMessage, { timestamp: 1 }));
    expect(printed).not.toHaveBeenCalled();
    const loud = createWebhookHandler({
      secrets: SECRET,
      on: { unknown: () => Promise.reject(new Error('x')) },
    });
    await loud(signedRequest(inboundMessage, { timestamp: 1 }));
    await loud(unsignedRequest({}));
    expect(printed.mock.calls.map(([, what]) => String(what))).toEqual([
      expect.stringMatching(
        /^timestamp_too_old: \d+ s in the past by the clock of this machine; .* Check the clock/,
      ),
      'Error: x',
    ]);
    expect((await handler(signedRequest())).status).toBe(200);
  });
});

describe('options are checked when the handler is created, not at the first request', () => {
  test.each([
    ['missing_secret', { on: { inboundMessage: () => undefined } }],
    ['missing_secret', { secrets: '', on: {} }],
    ['invalid_options', { secrets: 'a', on: {}, tolerance: Number.NaN }],
    ['invalid_options', { secrets: 'a', on: {}, policy: { inbound: 'signed-only' } }],
    ['invalid_options', { secrets: 'a', on: {}, policy: { inboundMessage: 'unsigned' } }],
    ['invalid_options', { secrets: 'a' }],
    ['invalid_options', { secrets: 'a', on: { inbound: () => undefined } }],
    ['invalid_options', { secrets: 'a', on: { inboundMessage: 'save it' } }],
    ['invalid_options', undefined],
    ['invalid_options', { secrets: 'a', on: {}, dedupe: true }],
    ['invalid_options', { secrets: 'a', on: {}, dedupe: null }],
    ['invalid_options', { secrets: 'a', on: {}, waitUntil: 'later' }],
    ['invalid_options', { secrets: 'a', on: {}, onError: {} }],
    ['invalid_options', { secrets: 'a', on: {}, storeTimeout: 0 }],
    ['invalid_options', { secrets: 'a', on: {}, storeTimeout: 5.1 }],
    ['invalid_options', { secrets: 'a', on: {}, storeTimeout: Number.NaN }],
    ['invalid_options', { secrets: 'a', on: {}, storeTimeout: '3' }],
    ['missing_secret', { secrets: { account: 'A', secrets: '' }, on: {} }],
    ['missing_secret', { secrets: [{ account: '', secrets: 'a' }], on: {} }],
  ] as const)('%s: %o', (code, options) => {
    expect(() => createWebhookHandler(options as unknown as WebhookHandlerOptions)).toThrow(
      expect.objectContaining({ code }) as Error,
    );
  });
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

  test('an attempt gets 503 while another receiver has the claim, because it may have died before it responded (WHK-2)', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
    const dedupe: DedupeStore = { claim: async () => ({ state: 'busy' }) };
    const { handler, events } = receiver({ dedupe, waitUntil: () => undefined });
    const response = await passingTime(handler(signedRequest()));
    expect([response.status, await codeOf(response)]).toEqual([503, 'in_progress']);
    expect(events).toEqual([]);
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
    const work: Promise<void>[] = [];
    const { handler } = receiver({ waitUntil: (promise) => work.push(promise) });
    expect((await handler(unsignedRequest(inboundMessage))).status).toBe(401);
    expect(work).toEqual([]);
  });
});

describe('while another attempt is being acted on', () => {
  test('a duplicate waits for its end: 200 when it succeeded', async () => {
    const { passed, open } = gate();
    const action = vi.fn<() => Promise<void>>(() => passed);
    const { handler } = receiver({ on: { inboundMessage: action } });
    const answers = Promise.all([
      handler(signedRequest()),
      handler(signedRequest()),
      handler(signedRequest()),
    ]);
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

  test('a duplicate that has waited 5 s gets 503, so that it is sent again', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
    const { passed, open } = gate();
    const acting = gate();
    const action = () => {
      acting.open();
      return passed;
    };
    const { handler } = receiver({ on: { inboundMessage: action } });
    const first = handler(signedRequest());
    await acting.passed;
    const response = await passingTime(handler(signedRequest()));
    expect([response.status, await codeOf(response), response.headers.get('retry-after')]).toEqual([
      503,
      'in_progress',
      '10',
    ]);
    open();
    expect((await first).status).toBe(200);
  });
});

describe('a store that fails', () => {
  const claimed = {
    state: 'claimed',
    commit: async () => undefined,
    release: async () => undefined,
  } as const;
  const down = () => Promise.reject(new Error('store is down'));

  test('to claim an event is reported and gets 503: acting without a claim could be acting twice', async () => {
    const { handler, events, errors } = receiver({ dedupe: { claim: down } });
    const response = await handler(signedRequest());
    expect([response.status, await codeOf(response)]).toEqual([503, 'store_unavailable']);
    expect(events).toEqual([]);
    expect(errors).toMatchObject([{ message: 'store is down' }]);
  });

  test('during a commit is reported, and the response is 200, because the action is done', async () => {
    const dedupe: DedupeStore = { claim: async () => ({ ...claimed, commit: down }) };
    const { handler, errors } = receiver({ dedupe });
    expect((await handler(signedRequest())).status).toBe(200);
    expect(errors).toMatchObject([{ message: 'store is down' }]);
  });

  test('during a commit is reported in the same way if it throws synchronously', async () => {
    const broken = () => {
      throw new Error('store is closed');
    };
    const dedupe: DedupeStore = { claim: async () => ({ ...claimed, commit: broken, release: broken }) };
    const { handler, errors, events } = receiver({ dedupe });
    expect((await handler(signedRequest())).status).toBe(200);
    expect([events.length, errors]).toMatchObject([1, [{ message: 'store is closed' }]]);
    const failing = receiver({
      dedupe,
      on: { inboundMessage: () => Promise.reject(new Error('action')) },
    });
    expect((await failing.handler(signedRequest())).status).toBe(500);
    expect(failing.errors).toMatchObject([{ message: 'store is closed' }, { message: 'action' }]);
  });

  test('to release an event is reported in addition to the failure', async () => {
    const dedupe: DedupeStore = { claim: async () => ({ ...claimed, release: down }) };
    const { handler, errors } = receiver({
      dedupe,
      on: { inboundMessage: () => Promise.reject(new Error('action')) },
    });
    expect((await handler(signedRequest())).status).toBe(500);
    expect(errors).toMatchObject([{ message: 'store is down' }, { message: 'action' }]);
  });
});

describe('an onError that fails', () => {
  test.each([
    [
      'throws',
      () => {
        throw new Error('log is full');
      },
    ],
    ['rejects', () => Promise.reject(new Error('log is full'))],
  ])('as it %s is printed, and does not change the response', async (_title, onError: () => unknown) => {
    const print = vi.spyOn(console, 'error').mockReturnValue();
    const { handler } = receiver({
      onError,
      on: { inboundMessage: () => Promise.reject(new Error('action')) },
    });
    expect((await handler(unsignedRequest(inboundMessage))).status).toBe(401);
    expect((await handler(signedRequest())).status).toBe(500);
    await turns();
    const printed = ['[messaging-webhooks]', expect.objectContaining({ message: 'log is full' })];
    expect(print.mock.calls).toEqual([printed, printed]);
  });
});

test.each([undefined, null, {}])(
  '%o as a request is answered with 400: a handler never rejects',
  async (nothing) => {
    const { handler } = receiver();
    expect((await handler(nothing as Request)).status).toBe(400);
  },
);

test('without a store every attempt is acted on', async () => {
  const { handler, events } = receiver({ dedupe: false });
  await handler(signedRequest());
  await handler(signedRequest());
  expect(events).toHaveLength(2);
});

test('a parsed body that needs no signature is accepted: there is nothing to verify', async () => {
  const { handler, events } = receiver();
  const request = { method: 'POST', headers: {}, body: deliveryReceipt as unknown as string };
  expect((await handler(request)).status).toBe(200);
  expect(events).toMatchObject([{ payload: deliveryReceipt, verified: false }]);
});
