import fc from 'fast-check';
import { mutate, mutation } from './mutation.ts';
import { hostileValue } from './values.ts';

/** A request as it will be sent. */
export interface FuzzedRequest {
  readonly method: string;
  /** Path and query. */
  readonly target: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array<ArrayBuffer> | undefined;
}

/** An operation, and the generators of its valid calls. */
export interface Operation {
  readonly method: string;
  /** Path with `{placeholders}`. */
  readonly path: string;
  readonly params: fc.Arbitrary<string>;
  readonly query: fc.Arbitrary<unknown>;
  readonly body: fc.Arbitrary<unknown> | undefined;
  /** The API key of the call, for an operation that requires one. */
  readonly key?: string;
}

const NO_HEADERS = fc.constant<Readonly<Record<string, string>>>({});

/** A longer target is refused by Node before the server sees it. */
const LONGEST = 6_000;

/** Requests of all kinds: valid ones, some with one thing wrong, and garbage. */
export function requests(operations: readonly Operation[]): fc.Arbitrary<FuzzedRequest> {
  const operation = fc.constantFrom(...operations);
  return fc.oneof(
    { weight: 4, arbitrary: operation.chain(valid) },
    { weight: 6, arbitrary: operation.chain(almostValid) },
    { weight: 2, arbitrary: operation.chain(garbage) },
  );
}

function valid(operation: Operation): fc.Arbitrary<FuzzedRequest> {
  const { params, query, body } = operation;
  return fc
    .record({ param: params, query, body: body ?? fc.constant(undefined) })
    .map((call) => request(operation, call));
}

function almostValid(operation: Operation): fc.Arbitrary<FuzzedRequest> {
  const { path, params, query, body } = operation;
  const whole = fc.record({ param: params, query, body: body ?? fc.constant(undefined) });
  const wrongBody = fc
    .tuple(whole, mutation)
    .map(([call, wrong]) => ({ ...call, body: mutate(call.body ?? {}, wrong) }));
  const wrongQuery = fc
    .tuple(whole, mutation)
    .map(([call, wrong]) => ({ ...call, query: mutate(call.query, wrong) }));
  const wrongParam = fc
    .tuple(whole, hostileValue)
    .map(([call, param]) => ({ ...call, param: String(JSON.stringify(param)) }));
  return fc
    .oneof(
      { weight: body === undefined ? 0 : 6, arbitrary: wrongBody },
      { weight: 2, arbitrary: wrongQuery },
      { weight: path.includes('{') ? 2 : 0, arbitrary: wrongParam },
    )
    .map((call) => request(operation, call));
}

function garbage({ method, path, key }: Operation): fc.Arbitrary<FuzzedRequest> {
  const here = path.replaceAll(/\{\w+\}/g, 'x');
  const garbled = fc.record({
    method: fc.constantFrom(method, 'GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'HEAD', 'PROPFIND'),
    target: fc.oneof(
      fc.constant(here),
      fc.constantFrom(
        `${here}/`,
        `/${here}`,
        `${here}//x`,
        `${here}%00`,
        `${here}%ff`,
        `${here};x`,
        here.toUpperCase(),
      ),
      fc.constantFrom(`${here}?`, `${here}?&&==&`, `${here}?x=1&x=2`, `${here}?%`, `${here}?__proto__=1`),
      fc.webPath().map((text) => `/${text}`),
      fc.webQueryParameters().map((text) => `${here}?${text}`),
    ),
    headers: fc.oneof(
      NO_HEADERS,
      fc.record({
        'content-type': fc.constantFrom(
          'text/plain',
          'multipart/form-data',
          'application/xml',
          'x',
          'application/json; charset=utf-16',
        ),
      }),
      fc.record({
        accept: fc.constantFrom('text/html', '*/*;q=0', 'application/xml'),
        'x-odd': fc.constant('\u00ff'),
      }),
      fc.record({ 'content-encoding': fc.constantFrom('gzip', 'br', 'identity', 'x') }),
      fc.record({ range: fc.constant('bytes=0-1'), 'if-none-match': fc.constant('*') }),
    ),
    body: fc.oneof(
      fc.constant(undefined),
      fc.uint8Array({ maxLength: 300 }),
      fc.string({ unit: 'binary', maxLength: 300 }),
      fc.json(),
      fc.constantFrom(
        '{',
        '[',
        '{"a":',
        'null',
        '1e999',
        '"\\ud800"',
        '{"a":1}{"a":1}',
        '[1,]',
        '\ufeff{}',
        'NaN',
      ),
    ),
  });
  return garbled.map((request) => ({ ...request, target: withKey(request.target, key) }));
}

function request(
  { method, path, key }: Operation,
  { param, query, body }: { readonly param: string; readonly query: unknown; readonly body: unknown },
): FuzzedRequest {
  const target = path.replaceAll(/\{\w+\}/g, encode(param).slice(0, LONGEST));
  const pairs = Object.entries(query ?? {}).map(
    ([name, value]) => `${encode(name)}=${encode(asText(value))}`,
  );
  return {
    method,
    target: withKey(pairs.length === 0 ? target : `${target}?${pairs.join('&')}`.slice(0, LONGEST), key),
    headers: { 'content-type': 'application/json' },
    body: body === undefined ? undefined : JSON.stringify(body),
  };
}

function withKey(target: string, key: string | undefined): string {
  return key === undefined ? target : `${target}${target.includes('?') ? '&' : '?'}key=${key}`;
}

function asText(value: unknown): string {
  return typeof value === 'string' ? value : String(JSON.stringify(value));
}

/** Half of a surrogate pair cannot be encoded; its replacement can. */
function encode(value: string): string {
  return encodeURIComponent(value.toWellFormed());
}
