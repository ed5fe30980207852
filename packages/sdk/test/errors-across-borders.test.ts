import { MessageChannel } from 'node:worker_threads';
import { ERRORS } from '@messaging-service/contract';
import * as sdk from '@messaging-service/sdk';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

const { errorFromJSON, isMessagingError } = sdk;
type ErrorClass = new (...parameters: unknown[]) => sdk.MessagingError;
type Name = keyof sdk.ErrorTypes;

const issues = fc.array(fc.record({ path: fc.string(), message: fc.string() }), { maxLength: 3 });
const progress = fc.record({
  attempts: fc.nat(9),
  maybeSent: fc.boolean(),
  ids: fc.array(fc.uuid(), { maxLength: 3 }),
});
const response = fc.record({
  status: fc.integer({ min: 400, max: 599 }),
  headers: fc.constant({ 'x-request-id': 'r-1' }),
  body: fc.string({ maxLength: 50 }),
});
const details = fc.record({
  response,
  issues,
  code: fc.option(fc.constantFrom(...Object.keys(ERRORS)), { nil: undefined }),
  retryAfterMs: fc.option(fc.nat(), { nil: undefined }),
});
const ofResponse = fc
  .tuple(fc.string(), progress, details)
  .map(([message, one, others]) => [message, { ...one, ...others }] as const);
const counts = fc.record({ total: fc.nat(), delivered: fc.nat(), failed: fc.nat() });

/** Parameters of the constructors that differ from those of the errors of a response. */
const others: Readonly<Partial<Record<Name, fc.Arbitrary<unknown[]>>>> = {
  AbortError: fc.tuple(fc.string(), progress),
  ConnectionError: fc.tuple(fc.string(), progress),
  ConfigurationError: fc.tuple(issues),
  RequestValidationError: fc.tuple(fc.string(), issues, fc.constant(String)),
  TimeoutError: fc.tuple(fc.string(), fc.nat(), fc.constantFrom('timeout', 'totalTimeout'), progress),
  ReceiptsTimeoutError: fc.tuple(
    fc.nat(),
    fc.option(
      counts.map((one) => ({ counts: one })),
      { nil: undefined },
    ),
    progress,
  ),
  SendManyStoppedError: fc.tuple(
    fc.string(),
    ofResponse.map(([message, details]) => new (sdk.ServerError as unknown as ErrorClass)(message, details)),
    progress,
  ),
  UnexpectedResponseError: fc
    .tuple(ofResponse, issues)
    .map(([[message, details], found]) => [message, found, details]),
};
const abstractClasses = ['MessagingError', 'ResponseError'];
const classes = Object.entries(sdk).flatMap(([name, value]) =>
  typeof value === 'function' &&
  Object.prototype.isPrototypeOf.call(sdk.MessagingError, value) &&
  !abstractClasses.includes(name)
    ? [[name as Name, value as unknown as ErrorClass] as const]
    : [],
);

/** What programs do with an error that another thread or process must decide about. */
const borders: Readonly<Record<string, (error: sdk.MessagingError) => unknown>> = {
  'a text of JSON': (error) => JSON.parse(JSON.stringify(error)) as unknown,
  'structuredClone of its JSON': (error) => structuredClone(error.toJSON()),
  'the payload of a job': (error) =>
    (JSON.parse(JSON.stringify({ failed: { error } })) as { failed: { error: unknown } }).failed.error,
};

describe.each(classes)('%s', (name, Class) => {
  const parameters: fc.Arbitrary<readonly unknown[]> = others[name] ?? ofResponse;

  test.for(Object.entries(borders))('is the same after %s', ([, cross]) => {
    fc.assert(
      fc.property(parameters, (values) => {
        const error = new Class(...values);
        const read = errorFromJSON(cross(error));
        expect(read).toBeInstanceOf(Class);
        expect(isMessagingError(read, name)).toBe(true);
        expect(Object.entries(read ?? {})).toEqual(Object.entries(error));
        // Written again, it is the same, so it can cross several borders.
        expect(JSON.stringify(read)).toBe(JSON.stringify(error));
        expect(String(read)).toBe(String(error));
        if (error instanceof sdk.ApiError && error.code !== undefined)
          expect(isMessagingError(read, error.code as sdk.ErrorCode)).toBe(true);
      }),
      { numRuns: 25 },
    );
  });
});

test('an error can be posted to another thread', async () => {
  const { port1, port2 } = new MessageChannel();
  const error = new sdk.TimeoutError('No response', 500, 'timeout', { maybeSent: true, ids: ['a'] });
  const received = new Promise((resolve) => {
    port2.once('message', resolve);
  });
  port1.postMessage(error.toJSON());
  expect(errorFromJSON(await received)).toMatchObject({ name: 'TimeoutError', maybeSent: true, ids: ['a'] });
  port1.close();
});

test('the error that stopped a run is still its cause', () => {
  const cause = new sdk.ConnectionError('lost', { maybeSent: true });
  const read = errorFromJSON(
    JSON.parse(JSON.stringify(new sdk.SendManyStoppedError('POST /message', cause))),
  );
  expect(isMessagingError(read?.cause, 'ConnectionError')).toBe(true);
});

test.for([
  undefined,
  null,
  'TimeoutError',
  {},
  { name: 'Error', message: '' },
  { name: 'toString' },
  new Error('x'),
])('anything else is not an error of this package: %j', (value) => {
  expect(errorFromJSON(value)).toBeUndefined();
});

test('members of the JSON never replace the methods or the class of an error', () => {
  const written = new sdk.TimeoutError('No response', 500, 'timeout', {}).toJSON();
  const text = JSON.stringify(written).replace(
    /\}$/,
    ',"__proto__":{},"toJSON":1,"toString":2,"constructor":3}',
  );
  const read = errorFromJSON(JSON.parse(text));
  expect(read).toBeInstanceOf(sdk.TimeoutError);
  expect(String(read)).toBe('TimeoutError: No response');
  expect(JSON.parse(JSON.stringify(read))).toEqual(written);
});
