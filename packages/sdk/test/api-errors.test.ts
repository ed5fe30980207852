import { ERRORS } from '@messaging-service/contract';
import * as sdk from '@messaging-service/sdk';
import { describe, expect } from 'vitest';
import { failure } from './refused-send.ts';
import { createFullClient, failureOf, samples } from './samples.ts';
import { type ScriptedService, test } from './scripted-service.ts';

const send = samples['messages.send'].call;

/** The error of a send with this response. */
async function errorFor(
  service: ScriptedService,
  status: number,
  body: unknown,
  headers?: Record<string, string>,
): Promise<sdk.ApiError> {
  service.answer(status, body, headers);
  const error = await failureOf(send(createFullClient(service.url, { retry: false })));
  expect(error).toBeInstanceOf(sdk.ApiError);
  expect(service.received).toHaveLength(1);
  return error as sdk.ApiError;
}

const classes: Readonly<Record<sdk.ErrorCode, typeof sdk.ApiError>> = {
  invalid_json: sdk.InvalidRequestError,
  invalid_request: sdk.InvalidRequestError,
  invalid_key: sdk.InvalidKeyError,
  multipart_not_allowed: sdk.InvalidRequestError,
  insufficient_credits: sdk.InsufficientCreditsError,
  sender_not_owned: sdk.SenderNotOwnedError,
  batch_not_found: sdk.NotFoundError,
  account_not_found: sdk.NotFoundError,
  not_found: sdk.NotFoundError,
  method_not_allowed: sdk.InvalidRequestError,
  batch_not_pending: sdk.ConflictError,
  duplicate_id: sdk.ConflictError,
  shared_sender_unavailable: sdk.ConflictError,
  payload_too_large: sdk.InvalidRequestError,
  service_unavailable: sdk.ServerError,
};

describe('every code of the service has its class (ERR-2)', () => {
  test.for(Object.entries(ERRORS))(
    '%s, and a send is repeated if the code says that this can help, because it had no effect',
    async ([code, { status, retryable }], { service }) => {
      service.answer(status, { error: { code, message: 'It is so.' } });
      const error = (await failureOf(send(createFullClient(service.url)))) as sdk.ApiError;
      const { name } = classes[code as sdk.ErrorCode];
      expect(error.constructor).toBe(classes[code as sdk.ErrorCode]);
      expect(error).toMatchObject({ name, status, code, issues: [], ids: [expect.any(String)] });
      expect(error.message).toBe(`POST /message returned ${status} ${code}: It is so.`);
      const attempts = retryable ? 3 : 1;
      // The client generated the identifier: if it was used, a copy of the request arrived before.
      expect(error).toMatchObject({ attempts, maybeSent: code === 'duplicate_id' });
      expect(service.received).toHaveLength(attempts);
    },
  );

  test('even if the service uses another status for the case', async ({ service }) => {
    const error = await errorFor(service, 422, { error: { code: 'sender_not_owned', message: '' } });
    expect(error).toBeInstanceOf(sdk.SenderNotOwnedError);
    expect(error.status).toBe(422);
  });
});

describe('a response without a known code is classified by its status', () => {
  test.for([
    [400, 'InvalidRequestError', false],
    [401, 'InvalidKeyError', false],
    [402, 'InsufficientCreditsError', false],
    [403, 'ApiError', false],
    [404, 'NotFoundError', false],
    [405, 'InvalidRequestError', false],
    [408, 'ApiError', true],
    [409, 'ConflictError', false],
    [410, 'NotFoundError', false],
    [413, 'InvalidRequestError', false],
    [415, 'InvalidRequestError', false],
    [418, 'ApiError', false],
    [422, 'InvalidRequestError', false],
    [425, 'ApiError', false],
    [429, 'RateLimitError', false],
    [500, 'ServerError', true],
    [502, 'ServerError', true],
    [499, 'ApiError', true],
    [503, 'ServerError', true],
    [504, 'ServerError', true],
    [599, 'ServerError', true],
  ] as const)('%i is a %s', async ([status, name, maybeSent], { service }) => {
    const error = await errorFor(service, status, { error: { code: 'new_in_2031', message: 'New.' } });
    expect(error).toMatchObject({ name, status, code: 'new_in_2031', maybeSent });
    for (const body of ['', 'no', '{"message":"no"}'])
      expect(await failure(service, status, body)).toMatchObject({ name, status, maybeSent, body });
  });

  test('codes that are names of Object.prototype are unknown codes, too', async ({ service }) => {
    const error = await errorFor(service, 404, { error: { code: 'constructor', message: '' } });
    expect(error.constructor).toBe(sdk.NotFoundError);
  });
});

describe('an error response of another system', () => {
  test('an HTML 502 is a ServerError with the page as its body', async ({ service }) => {
    const error = await errorFor(service, 502, '<h1>Bad gateway</h1>', { 'x-request-id': 'r-1' });
    expect(error).toMatchObject({ name: 'ServerError', status: 502, code: undefined, maybeSent: true });
    expect(error.body).toBe('<h1>Bad gateway</h1>');
    expect(error.headers).toMatchObject({ 'x-request-id': 'r-1', 'content-type': 'text/html' });
    expect(error.message).toBe('POST /message returned 502: Bad gateway');
  });

  test.for(['null', '[]', '"no"', '{"error":"no"}', '{"error":{"code":1}}', '{"error'])(
    'the body %s does not hide the status',
    async (body, { service }) => {
      expect(await errorFor(service, 404, body)).toMatchObject({
        name: 'NotFoundError',
        code: undefined,
        body,
      });
    },
  );
});

test('issues of the service are kept and named in the message (ERR-1)', async ({ service }) => {
  const issues = [{ path: 'messages.0.to', message: 'must be reachable' }];
  const error = await errorFor(service, 400, { error: { code: 'invalid_request', message: 'No.', issues } });
  expect(error.issues).toEqual(issues);
  expect(error.message).toBe(
    'POST /message returned 400 invalid_request: No. (messages.0.to must be reachable)',
  );
});

test('a logged error shows its subject, but neither headers nor body, which may contain personal data', async ({
  service,
}) => {
  const { inspect } = await import('node:util');
  const body = { error: { code: 'not_found', message: 'Gone.' }, secret: 'hunter22' };
  const error = await errorFor(service, 404, body, { 'set-cookie': 'session=hunter22' });
  const shown = inspect(error, { depth: Infinity, showHidden: true }) + JSON.stringify(error);
  expect(shown).toContain('NotFoundError: POST /message returned 404 not_found: Gone.');
  expect(shown).not.toContain('hunter22');
  expect(JSON.parse(JSON.stringify(error))).toEqual({
    name: 'NotFoundError',
    message: 'POST /message returned 404 not_found: Gone.',
    attempts: 1,
    maybeSent: false,
    ids: [expect.any(String)],
    status: 404,
    code: 'not_found',
    issues: [],
  });
});

describe('the request id is taken from whichever header has one', () => {
  test.for(['X-Request-Id', 'request-id', 'x-correlation-id', 'x-amzn-requestid', 'cf-ray'])(
    '%s',
    async (name, { service }) => {
      expect(await errorFor(service, 400, '', { [name]: 'r-7' })).toMatchObject({ requestId: 'r-7' });
    },
  );

  test('also of an unexpected response; otherwise it is undefined', async ({ service }) => {
    service.answer(200, {}, { 'x-request-id': '', 'request-id': 'r-8' });
    const unexpected = await failureOf(send(createFullClient(service.url)));
    expect(unexpected).toMatchObject({ name: 'UnexpectedResponseError', requestId: 'r-8' });
    service.answer(400, '');
    expect(await failureOf(send(createFullClient(service.url)))).toMatchObject({ requestId: undefined });
  });
});
