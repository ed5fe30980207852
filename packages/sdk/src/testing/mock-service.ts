import { type Endpoint, endpoints, validate } from '@messaging-service/contract';
import { abortError } from '../abort-call.ts';
import { withDeadline } from '../deadline.ts';
import { ConnectionError } from '../errors/connection-error.ts';
import { TimeoutError } from '../errors/timeout-error.ts';
import type { Answer } from '../exchange.ts';
import type { perform } from '../perform.ts';
import { nameOperation, type PreparedRequest } from '../prepare.ts';
import { createDefaultReplies } from './default-replies.ts';
import type { MockCall, MockOperation, MockScript } from './mock-calls.ts';
import { Loss, Refusal } from './mock-failures.ts';

/** What a mock client has in the place of the network. */
export interface MockService extends MockScript {
  readonly perform: typeof perform;
}

/** Something a test has said about an operation. */
interface Line {
  readonly operation: MockOperation;
  readonly reply: unknown;
  left: number;
}

/** Makes a service that remembers its calls and answers what it is told to. */
export function createMockService(): MockService {
  const calls: MockCall[] = [];
  const lines: Line[] = [];
  let defaults = createDefaultReplies();

  async function replyTo(call: MockCall): Promise<unknown> {
    const line = lines.findLast(({ operation, left }) => operation === call.operation && left > 0);
    // A call and the reply to its operation belong together; their types, apart, do not say so.
    if (line === undefined) return defaults[call.operation](call as never);
    line.left -= 1;
    return typeof line.reply === 'function' ? (line.reply(call) as unknown) : line.reply;
  }

  return {
    calls,
    on(operation, reply, { times = Number.POSITIVE_INFINITY } = {}) {
      lines.push({ operation, reply, left: times });
    },
    reset() {
      calls.length = 0;
      lines.length = 0;
      defaults = createDefaultReplies();
    },
    async perform(request, { redact }, read) {
      const { operation, ids, signal, timeoutMs, progress } = request;
      const startedAt = Date.now();
      const outcome = await withDeadline({ timeoutMs, signal }, async () => {
        progress.attempts = 1;
        const call = describeCall(request);
        calls.push(call);
        return replyTo(call);
      });
      const unanswered = { ...progress, maybeSent: progress.attempts > 0, ids };
      if (outcome.ended === 'abort') throw abortError(operation, outcome.reason, redact, unanswered);
      if (outcome.ended === 'timeout') throw new TimeoutError(operation, timeoutMs, 'timeout', unanswered);
      // It comes from the test's own function: an assertion that failed, perhaps.
      if (outcome.ended === 'failure') throw outcome.error;
      const answer = answerOf(outcome.value, request);
      const value = read(answer, progress);
      return { value, answer, ...progress, startedAt, durationMs: Date.now() - startedAt };
    },
  };
}

/** The answer that a reply stands for. */
function answerOf(reply: unknown, { operation, ids }: PreparedRequest): Answer {
  if (reply instanceof Loss) {
    const { maybeSent } = reply;
    const message = `${operation} got no answer: the mock client was told to lose it`;
    throw new ConnectionError(message, { attempts: 1, maybeSent, ids });
  }
  if (reply instanceof Refusal) {
    const { status, text, headers } = reply;
    return { status, text, headers: new Headers(headers) };
  }
  const headers = new Headers({ 'content-type': 'application/json' });
  return { status: 200, text: JSON.stringify(reply), headers };
}

/** Every operation by the name it has in requests. The second path of top-up comes last, and the client never takes it. */
const OPERATIONS = new Map<string, readonly [operation: string, row: Endpoint]>(
  Object.entries(endpoints)
    .flatMap(([resource, rows]) =>
      Object.entries<Endpoint>(rows).map(([name, row]) => [`${resource}.${name}`, row] as const),
    )
    .filter(([, row]) => row.bodyMember === undefined)
    .map((entry) => [nameOperation(entry[1]), entry]),
);

/** Reads a request as the service would. */
function describeCall({ operation, url, body }: PreparedRequest): MockCall {
  const [name, row] = OPERATIONS.get(operation) as readonly [string, Endpoint];
  const { pathname, searchParams } = new URL(url);
  searchParams.delete('key');
  const call = {
    operation: name,
    path: pathname,
    query: readAs(row.query, Object.fromEntries(searchParams)),
    body: row.body === null || body === undefined ? null : readAs(row.body, JSON.parse(body)),
  };
  return call as MockCall;
}

/** The client has validated it; where it was told to let unknown fields pass, they are left out. */
function readAs(schema: Endpoint['query'], value: unknown): unknown {
  const validation = validate(schema, value, { unknownFields: 'ignore' });
  return validation.ok ? validation.value : value;
}
