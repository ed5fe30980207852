import * as sdk from '@messaging-service/sdk';
import { describe, expect, test } from 'vitest';

const answer = { status: 400, headers: {}, body: '' };
const errors = {
  ApiError: new sdk.ApiError('', { answer }),
  InvalidRequestError: new sdk.InvalidRequestError('', { answer }),
  InvalidKeyError: new sdk.InvalidKeyError('', { answer }),
  InsufficientCreditsError: new sdk.InsufficientCreditsError('', { answer }),
  SenderNotOwnedError: new sdk.SenderNotOwnedError('', { answer }),
  NotFoundError: new sdk.NotFoundError('', { answer }),
  ConflictError: new sdk.ConflictError('', { answer }),
  RateLimitError: new sdk.RateLimitError('', { answer }),
  ServerError: new sdk.ServerError('', { answer }),
  ConnectionError: new sdk.ConnectionError(''),
  TimeoutError: new sdk.TimeoutError('', 1, 'timeout'),
  AbortError: new sdk.AbortError(''),
  UnexpectedResponseError: new sdk.UnexpectedResponseError('', [], { answer }),
  RequestValidationError: new sdk.RequestValidationError('', []),
  ConfigurationError: new sdk.ConfigurationError([]),
};
const guards = Object.entries(sdk).filter(([name]) => /^is[A-Z]\w+Error$/.test(name)) as [
  string,
  (value: unknown) => boolean,
][];

test('every class of error has its guard', () => {
  const classes = Object.keys(sdk).filter((name) => /^[A-Z]\w+Error$/.test(name));
  expect(guards.map(([name]) => name.slice(2)).toSorted()).toEqual(classes.toSorted());
});

describe('a guard says what instanceof says', () => {
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
