import {
  ERRORS,
  type ErrorCode,
  type OperationName,
  suggestionFor,
  type WebhookKind,
} from '@messaging-service/contract';
import * as z from 'zod/mini';
import { matchesGlob } from '../domain/rules/glob.ts';
import { optional } from '../runtime/options/doc.ts';
import { durationSchema } from '../runtime/options/values.ts';
import { type Duration, parseDuration } from '../runtime/time/duration.ts';
import { OPERATIONS, type Operation } from './operations.ts';

/**
 * A fault in the public API or in webhooks. For a call, set what happens: an error response, a delay or a cut connection.
 * For a webhook, set the members to change. EMU-6.
 *
 * @example
 * ```ts
 * emulator.addFault({ operation: 'messages.send', code: 'insufficient_credits' });
 * emulator.addFault({ method: 'GET', path: '/batch', status: 429, headers: { 'retry-after': '1' }, times: 2 });
 * emulator.addFault({ path: '/account*', status: 200, body: '<html></html>', delay: '2s' });
 * emulator.addFault({ operation: 'messages.send', disconnect: true, when: 'after' });
 * emulator.addFault({ webhook: 'delivery-receipt', set: { 'receiptInfo.code': 22 }, remove: ['destination'] });
 * console.log(emulator.faults().length); // 5
 * ```
 */
export interface FaultOptions {
  /** The operation to hit, such as `messages.send`. Use this, or `method` and `path`. */
  operation?: OperationName | undefined;
  /** The HTTP method to hit. Default: all. */
  method?: string | undefined;
  /** The path to hit: exact, or with `*` for any text. Default: all. */
  path?: string | undefined;
  /** The error code to respond with. Its status and the error body follow. Use this, or `status` and `body`. */
  code?: ErrorCode | undefined;
  /** Status of the response; default: 200 if `body` is set, otherwise 500. */
  status?: number | undefined;
  /** Body of the response: text unchanged, other values as JSON. */
  body?: unknown;
  /** Headers of the response, which replace the usual ones of the same name. */
  headers?: Record<string, string> | undefined;
  /** How long to wait in real time before the response. `when` decides whether the call is processed first. */
  delay?: Duration | undefined;
  /** Whether to cut the connection instead of responding. */
  disconnect?: boolean | undefined;
  /** How many calls or webhooks to hit. Default: 1. */
  times?: number | undefined;
  /** `before` (the default): the call is not processed. `after`: it is processed, then the response is replaced. */
  when?: 'before' | 'after' | undefined;
  /** The kind of webhook to hit, instead of calls. Then set only `set` and `remove`. */
  webhook?: WebhookKind | undefined;
  /** Members of the payload to set, by name. `receiptInfo.code` sets a nested member. */
  set?: Record<string, unknown> | undefined;
  /** Members of the payload to leave out, by name. */
  remove?: string[] | undefined;
}

/** Headers that can be written: Node refuses others when the response is due, long after the caller got a 201. */
const headersSchema = z
  .record(
    z.string(),
    z
      .string()
      .check(
        z.regex(
          /^[\t -~\u0080-\u00ff]*$/,
          'must have values that HTTP permits: no line breaks, no characters beyond U+00FF',
        ),
      ),
  )
  .check(
    z.refine(
      (headers) => Object.keys(headers).every((name) => /^[!#$%&'*+.^_`|~\w-]+$/.test(name)),
      'must have names that HTTP permits, such as "retry-after"',
    ),
    z.refine(
      (headers) => !Object.keys(headers).some((name) => /^(trailer|transfer-encoding)$/i.test(name)),
      'cannot have "trailer" or "transfer-encoding", because each response is written with its length',
    ),
  );

const memberNameSchema = z.string().check(z.maxLength(200, 'must have at most 200 characters'));

/** The members of a fault. */
export const faultShape = {
  operation: optional(
    z.string(),
    'Operation to hit, such as `messages.send`. Send this, or `method` and `path`. Default: all.',
    'messages.send',
  ),
  method: optional(z.string(), 'HTTP method to hit. Default: all.', 'POST'),
  path: optional(
    z.string().check(z.maxLength(2_000, 'must have at most 2,000 characters')),
    'Path to hit: exact, or with `*` for any text. Default: all.',
    '/message',
  ),
  code: optional(
    z.string(),
    'Error code to respond with; its status follows. Send this, or `status` and `body`.',
    'insufficient_credits',
  ),
  status: optional(
    z.int().check(z.refine((status) => status >= 200 && status <= 599, 'must be from 200 to 599')),
    'Status of the response: 200 to 599. Default: 200 with a body, otherwise 500.',
    429,
  ),
  body: optional(z.unknown(), 'Body of the response: text unchanged, other values as JSON.', {
    error: { code: 'busy', message: 'Try again later.' },
  }),
  headers: optional(headersSchema, 'Headers of the response. They replace the usual ones of the same name.', {
    'retry-after': '1',
  }),
  delay: optional(durationSchema, 'Real time before the response.', '2s'),
  disconnect: optional(
    z.boolean(),
    'Whether to cut the connection instead of responding. Default: false.',
    true,
  ),
  times: optional(
    z.int().check(z.refine((times) => times >= 1, 'must be at least 1')),
    'Number of calls or webhooks to hit, from 1. Default: 1.',
    2,
  ),
  when: optional(
    z.enum(['before', 'after']),
    '`before`: the call is not processed. `after`: it is processed, then its response is replaced. Default: `before`.',
    'before',
  ),
  webhook: optional(
    z.enum(['inbound-message', 'delivery-receipt', 'credit-notification']),
    'Kind of webhook to hit, instead of calls. Then send only `set` and `remove`.',
    'inbound-message',
  ),
  set: optional(
    z.record(memberNameSchema, z.unknown()),
    'Members of the payload to set, by name. `receiptInfo.code` sets a nested member.',
    { 'receiptInfo.code': 22 },
  ),
  remove: optional(z.array(memberNameSchema), 'Members of the payload to leave out, by name.', [
    'receiptInfo.description',
  ]),
};

const faultObject = z.strictObject(faultShape);

/** Checks a fault: it must name an effect, and a call or a kind of webhook that it can apply to. */
export const faultSchema = faultObject.check(({ value, issues }) => {
  const problems = value.webhook === undefined ? problemsOfCallFault(value) : problemsOfWebhookFault(value);
  for (const [path, message] of problems)
    issues.push({ code: 'custom', path: path === '' ? [] : [path], message, input: value });
});

type FaultInput = z.infer<typeof faultObject>;

/** A member, or the empty text for the whole fault, and what is wrong with it. */
type Problem = readonly [path: string, message: string];

/** The members of a fault of webhooks. All others are about calls. */
const WEBHOOK_MEMBERS: readonly string[] = ['webhook', 'set', 'remove', 'times'];

function* problemsOfWebhookFault({ set, remove, ...fault }: FaultInput): Generator<Problem> {
  if (Object.keys(set ?? {}).length === 0 && (remove ?? []).length === 0)
    yield ['', 'has no effect on webhooks: set "set" or "remove"'];
  for (const path of Object.keys(fault).filter((name) => !WEBHOOK_MEMBERS.includes(name)))
    yield [path, 'applies to calls: remove it, or remove "webhook"'];
}

function* problemsOfCallFault(fault: FaultInput): Generator<Problem> {
  for (const path of ['set', 'remove'] as const)
    if (fault[path] !== undefined) yield [path, 'applies to webhooks: set "webhook" to the kind of webhook'];
  const { code, status, body, headers, delay, disconnect, set, remove } = fault;
  const does = [code, status, body, headers, set, remove].some((member) => member !== undefined);
  const delays = delay !== undefined && parseDuration(delay) !== 0;
  if (!does && !delays && disconnect !== true) {
    yield [
      '',
      'has no effect: set "code", "status", "body", "headers", "delay" or "disconnect", or "webhook" with "set" or "remove"',
    ];
  }
  if (code !== undefined && !Object.hasOwn(ERRORS, code))
    yield ['code', mismatch('be an error code of the service', code, Object.keys(ERRORS))];
  if (code !== undefined && (status !== undefined || body !== undefined))
    yield ['code', 'sets status and body: remove "status" and "body", or remove "code"'];
  yield* problemsOfTarget(fault);
}

/** Why a fault can never apply to a call. */
function* problemsOfTarget({ operation, method, path }: FaultInput): Generator<Problem> {
  if (operation !== undefined) {
    const names = OPERATIONS.map(({ name }) => name);
    if (method !== undefined || path !== undefined)
      yield ['operation', 'sets method and path: remove "method" and "path", or remove "operation"'];
    else if (!names.some((name) => name === operation))
      yield ['operation', mismatch('be the name of an operation, such as "messages.send"', operation, names)];
    return;
  }
  const methods = methodsOf(OPERATIONS);
  const pattern = path ?? '*';
  const ofPath = OPERATIONS.filter((row) => canMatch(pattern, row.path));
  if (method !== undefined && !methods.has(method.toUpperCase())) {
    const expected = `be a method of the public API, one of ${[...methods].join(', ')}`;
    yield ['method', mismatch(expected, method, methods)];
  } else if (ofPath.length === 0) {
    const paths = new Set(OPERATIONS.map((row) => row.path));
    yield ['path', mismatch('match a path of the public API', pattern, paths)];
  } else if (method !== undefined && !methodsOf(ofPath).has(method.toUpperCase())) {
    yield [
      'method',
      mismatch(`be a method of the path ${pattern} (${[...methodsOf(ofPath)].join(', ')})`, method),
    ];
  }
}

function methodsOf(operations: readonly Operation[]): ReadonlySet<string> {
  return new Set(operations.map(({ method }) => method));
}

/**
 * Whether a pattern, in which `*` matches any text, can match a path with this template. A placeholder is always the last
 * segment. If a text in its place matches at all, the last segment of the pattern without its stars does.
 */
function canMatch(pattern: string, template: string): boolean {
  const segment = pattern.slice(pattern.lastIndexOf('/') + 1).replaceAll('*', '');
  return matchesGlob(
    pattern,
    template.replace(/\{\w+\}$/, () => segment),
  );
}

/** What a value must be, with the one of the known values that was probably meant. */
function mismatch(expected: string, value: string, known: Iterable<string> = []): string {
  return `must ${expected}; got ${JSON.stringify(value.slice(0, 200))}${suggestionFor(value, known)}`;
}
