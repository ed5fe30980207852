import * as sdk from '@messaging-service/sdk';
import { describe, expect, test } from 'vitest';

const response = { status: 400, headers: {}, body: '' };
const errors = {
  ApiError: new sdk.ApiError('', { response }),
  InvalidRequestError: new sdk.InvalidRequestError('', { response }),
  InvalidKeyError: new sdk.InvalidKeyError('', { response }),
  InsufficientCreditsError: new sdk.InsufficientCreditsError('', { response }),
  SenderNotOwnedError: new sdk.SenderNotOwnedError('', { response }),
  NotFoundError: new sdk.NotFoundError('', { response }),
  ConflictError: new sdk.ConflictError('', { response }),
  RateLimitError: new sdk.RateLimitError('', { response }),
  ServerError: new sdk.ServerError('', { response }),
  ConnectionError: new sdk.ConnectionError(''),
  TimeoutError: new sdk.TimeoutError('', 1, 'timeout'),
  AbortError: new sdk.AbortError(''),
  UnexpectedResponseError: new sdk.UnexpectedResponseError('', [], { response }),
  RequestValidationError: new sdk.RequestValidationError('', []),
  ConfigurationError: new sdk.ConfigurationError([]),
  TransportError: new sdk.TransportError('', { sent: 'maybe' }),
};
const guards = Object.entries(sdk).filter(([name]) => /^is[A-Z]\w+Error$/.test(name)) as [
  string,
  (value: unknown) => boolean,
][];

test('every class of error has its guard', () => {
  const classes = Object.keys(sdk).filter((name) => /^[A-Z]\w+Error$/.test(name));
  expect(guards.map(([name]) => name.slice(2)).toSorted()).toEqual(classes.toSorted());
});

describe('a guard has the result of instanceof', () => {
  test.for(guards)('%s', ([name, guard]) => {
    const Class = Object.entries(sdk).find(([other]) => other === name.slice(2))?.[1] as typeof sdk.ApiError;
    for (const error of Object.values(errors)) expect(guard(error)).toBe(error instanceof Class);
  });
});

describe('where instanceof fails, a guard does not', () => {
  test('for an error of another copy of the package, as with ESM beside CommonJS', async () => {
    // The query makes it another module.
    const specifier = '../src/errors/timeout-error.ts?copy';
    const other = (await import(/* @vite-ignore */ specifier)) as typeof sdk;
    const error: unknown = new other.TimeoutError('GET /batch', 1, 'timeout');
    expect(error instanceof sdk.TimeoutError).toBe(false);
    expect(sdk.isTimeoutError(error)).toBe(true);
    expect(sdk.isMessagingError(error)).toBe(true);
    expect(sdk.isAbortError(error)).toBe(false);
  });
});

describe('nothing else passes', () => {
  const hostile = new Proxy(
    {},
    {
      get() {
        throw new Error('no');
      },
    },
  );
  const aborted = AbortSignal.abort().reason as unknown;
  test.for([undefined, null, 'ApiError', 42, {}, { name: 'ApiError' }, new Error('x'), aborted, hostile])(
    '%#',
    (value) => {
      for (const [, guard] of guards) expect(guard(value)).toBe(false);
    },
  );
});
