import { ERRORS } from '@messaging-service/contract';
import * as sdk from '@messaging-service/sdk';
import { throwing } from '@messaging-service/test-support';
import { describe, expect, test } from 'vitest';

const { isMessagingError } = sdk;
const response = { status: 400, headers: {}, body: '' };
type Name = Exclude<keyof sdk.ErrorTypes, 'MessagingError'>;
const errors: Readonly<Record<Name, sdk.MessagingError | undefined>> = {
  ApiError: new sdk.ApiError('', { response }),
  InvalidRequestError: new sdk.InvalidRequestError('', { response }),
  InvalidKeyError: new sdk.InvalidKeyError('', { response }),
  InsufficientCreditsError: new sdk.InsufficientCreditsError('', { response }),
  SenderNotOwnedError: new sdk.SenderNotOwnedError('', { response }),
  NotFoundError: new sdk.NotFoundError('', { response }),
  ConflictError: new sdk.ConflictError('', { response, code: 'duplicate_id' }),
  RateLimitError: new sdk.RateLimitError('', { response }),
  ServerError: new sdk.ServerError('', { response }),
  ConnectionError: new sdk.ConnectionError(''),
  TimeoutError: new sdk.TimeoutError('', 1, 'timeout'),
  ReceiptsTimeoutError: new sdk.ReceiptsTimeoutError(1, undefined),
  SendManyStoppedError: new sdk.SendManyStoppedError('', new sdk.AbortError('')),
  AbortError: new sdk.AbortError(''),
  UnexpectedResponseError: new sdk.UnexpectedResponseError('', [], { response }),
  RequestValidationError: new sdk.RequestValidationError('', [], String),
  ConfigurationError: new sdk.ConfigurationError([]),
  // A base class.
  ResponseError: undefined,
};
const classOf = (name: string) =>
  Object.entries(sdk).find(([other]) => other === name)?.[1] as unknown as typeof sdk.ApiError;
const names = Object.keys(errors) as Name[];

test('the guard knows every class by its name', () => {
  const classes = Object.values<unknown>(sdk).filter((one) =>
    Object.prototype.isPrototypeOf.call(sdk.MessagingError, one as object),
  );
  expect(classes.map((one) => (one as { name: string }).name).toSorted()).toEqual(names.toSorted());
});

test.for(names)('with the name %s, the guard has the result of instanceof', (name) => {
  for (const error of Object.values(errors)) {
    expect(isMessagingError(error, name)).toBe(error instanceof classOf(name));
    expect(isMessagingError(error)).toBe(error !== undefined);
  }
});

test('with a code, the guard recognizes errors of the service with this code (ERR-2)', () => {
  for (const code of Object.keys(ERRORS) as sdk.ErrorCode[])
    for (const error of Object.values(errors))
      expect(isMessagingError(error, code)).toBe(error instanceof sdk.ApiError && error.code === code);
});

test('where instanceof fails, the guard does not: an error of another copy, as with ESM beside CommonJS', async () => {
  // The query makes it another module.
  const specifier = '../src/errors/call-errors.ts?copy';
  const other = (await import(/* @vite-ignore */ specifier)) as typeof sdk;
  const error: unknown = new other.TimeoutError('GET /batch', 1, 'timeout');
  expect(error instanceof sdk.TimeoutError).toBe(false);
  expect(isMessagingError(error, 'TimeoutError')).toBe(true);
  expect(isMessagingError(error)).toBe(true);
  expect(isMessagingError(error, 'AbortError')).toBe(false);
});

describe('nothing else passes', () => {
  const hostile = new Proxy({}, { get: throwing(new Error('no')) });
  const aborted = AbortSignal.abort().reason as unknown;
  test.for([
    undefined,
    null,
    'ApiError',
    42,
    {},
    { name: 'ApiError', code: 'duplicate_id' },
    new Error('x'),
    new sdk.TransportError('', { sent: 'maybe' }),
    aborted,
    hostile,
  ])('%#', (value) => {
    expect(isMessagingError(value)).toBe(false);
    expect(isMessagingError(value, 'duplicate_id')).toBe(false);
    for (const name of names) expect(isMessagingError(value, name)).toBe(false);
  });
});
