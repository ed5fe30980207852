import { type Endpoint, endpoints, validate } from '@messaging-service/contract';
import {
  type Transport,
  TransportError,
  type TransportRequest,
  type TransportResponse,
} from '../transport/transport.ts';
import { createDefaultReplies } from './default-replies.ts';
import type { MockCall, MockOperation, MockScript } from './mock-calls.ts';
import { Loss, Refusal } from './mock-failures.ts';
import { createRefusals } from './refusals.ts';

/** A service instead of the network: a transport that records its calls and returns the replies of a test. */
export interface MockService extends MockScript {
  readonly transport: Transport;
}

/** A reply that a test has set. */
interface Line {
  readonly operation: MockOperation;
  readonly reply: unknown;
  left: number;
}

/** Creates a service that records its calls and returns the replies of a test. */
export function createMockService(senders?: readonly string[]): MockService {
  const calls: MockCall[] = [];
  const lines: Line[] = [];
  let defaults = createDefaultReplies();
  let findRefusal = createRefusals(senders);

  async function replyTo(call: MockCall): Promise<unknown> {
    const line = lines.findLast(({ operation, left }) => operation === call.operation && left > 0);
    // A call and the reply to its operation belong together, which their separate types cannot express.
    if (line === undefined) return findRefusal(call) ?? defaults[call.operation](call as never);
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
      findRefusal = createRefusals(senders);
    },
    async transport(request) {
      const call = describeCall(request);
      calls.push(call);
      return readReply(await replyTo(call));
    },
  };
}

/** Converts a reply to a response. */
function readReply(reply: unknown): TransportResponse {
  if (reply instanceof Loss)
    throw new TransportError('the mock client lost the connection', {
      sent: reply.maybeSent ? 'maybe' : 'no',
    });
  if (reply instanceof Refusal) return { status: reply.status, text: reply.text, headers: reply.headers };
  return { status: 200, text: JSON.stringify(reply), headers: { 'content-type': 'application/json' } };
}

interface NamedRow {
  readonly name: string;
  readonly row: Endpoint;
  readonly pattern: RegExp;
}

/** Every operation that the client calls. The second path of top-up is not among them. */
const OPERATIONS: readonly NamedRow[] = Object.entries(endpoints).flatMap(([resource, rows]) =>
  Object.entries<Endpoint>(rows)
    .filter(([, row]) => row.bodyMember === undefined)
    .map(([name, row]) => ({
      name: `${resource}.${name}`,
      row,
      pattern: new RegExp(`^${row.path.replaceAll(/\{\w+\}/g, '[^/]+')}$`),
    })),
);

/** Reads a request as the service would. */
function describeCall({ method, url, body }: TransportRequest): MockCall {
  const { pathname, searchParams } = new URL(url);
  searchParams.delete('key');
  const found = OPERATIONS.find(({ row, pattern }) => row.method === method && pattern.test(pathname));
  if (found === undefined)
    throw new TransportError(`the mock client has no operation ${method} ${pathname}`, {
      sent: 'no',
      permanent: true,
    });
  const { name, row } = found;
  const call = {
    operation: name,
    path: pathname,
    query: readAs(row.query, Object.fromEntries(searchParams)),
    body: row.body === null || body === undefined ? null : readAs(row.body, JSON.parse(body)),
  };
  return call as MockCall;
}

/** The body has been validated by the client. Unknown fields that it was allowed to send are left out. */
function readAs(schema: Endpoint['query'], value: unknown): unknown {
  const validation = validate(schema, value, { unknownFields: 'ignore', unknownValues: 'ignore' });
  return validation.ok ? validation.value : value;
}
