import { type AccountClient, createMessagingClient, type Fetch } from '@messaging-service/sdk';
import { ACCOUNT_KEY } from '../scripted-service.ts';

/** A message of a request. */
interface Arrived {
  readonly id: string;
  readonly to: string;
  readonly body: string;
  readonly from?: { readonly type: string; readonly value?: string };
}

/** The reaction of the service to a request instead of queueing it. */
type Verdict =
  /** A refusal: nothing is queued. */
  | {
      readonly status: number;
      readonly code?: string;
      readonly issues?: readonly object[];
      readonly text?: string;
    }
  /** The connection is lost, before or after the request was processed. */
  | { readonly lost: 'before' | 'after' };

/** A request as the service received it. */
interface Request {
  readonly messages: readonly Arrived[];
  readonly query: Readonly<Record<string, string>>;
  /** Its result; undefined when it was processed and got its response. */
  readonly verdict: Verdict | undefined;
}

/** The smallest service that can detect whether a message was queued twice. */
export interface ModelService {
  readonly client: AccountClient;
  /** Every request so far, in order. */
  readonly requests: readonly Request[];
  /** How often each message was queued, by its identifier. */
  readonly queued: ReadonlyMap<string, number>;
  /** The largest number of concurrent requests so far. */
  readonly peak: () => number;
}

/** Decides about the `n`th request, from 0; undefined to queue it. */
export type Judge = (
  messages: readonly Arrived[],
  n: number,
) => Verdict | Promise<Verdict | undefined> | undefined;

/** Creates a service that queues the requests that its judge accepts. */
export function createModelService(
  judge: Judge = () => undefined,
  options: Readonly<Record<string, unknown>> = {},
): ModelService {
  const requests: Request[] = [];
  const queued = new Map<string, number>();
  let underWay = 0;
  let peak = 0;
  let count = 0;
  const fetch: Fetch = async (url, { body }) => {
    underWay += 1;
    peak = Math.max(peak, underWay);
    try {
      const { messages } = JSON.parse(String(body)) as { messages: readonly Arrived[] };
      const verdict = await judge(messages, count++);
      const query = Object.fromEntries(new URL(url).searchParams);
      requests.push({ messages, query, verdict });
      const happens = verdict === undefined || ('lost' in verdict && verdict.lost === 'after');
      if (happens) for (const { id } of messages) queued.set(id, (queued.get(id) ?? 0) + 1);
      if (verdict === undefined) return Response.json({ messages: messages.map(answer) });
      if ('lost' in verdict) throw new TypeError('fetch failed', { cause: new Error('other side closed') });
      return refusal(verdict);
    } finally {
      underWay -= 1;
    }
  };
  const client = createMessagingClient({
    baseUrl: 'https://api.messaging.test',
    accountKey: ACCOUNT_KEY,
    fetch,
    ...options,
  });
  return { client, requests, queued, peak: () => peak };
}

function answer({ id, to, body, from = { type: 'shared' } }: Arrived): object {
  const sender = { value: '447700900980', ...from };
  return { to, body, from: sender, id, batchUuid: id, messageUuid: id, scheduled: false };
}

function refusal({ status, code, issues, text = '<html>' }: Exclude<Verdict, { lost: unknown }>): Response {
  if (code === undefined) return new Response(text, { status });
  return Response.json({ error: { code, message: 'No.', issues } }, { status });
}

/** A good message, the `i`th. */
export function message(i: number): { to: string; from: { type: 'shared' }; body: string } {
  return { to: `4477009${String(i % 100_000).padStart(5, '0')}`, from: { type: 'shared' }, body: `no. ${i}` };
}

/** This many good messages, as a generator. */
export function* messages(count: number): Generator<ReturnType<typeof message>> {
  for (let i = 0; i < count; i++) yield message(i);
}

/** All of an iteration, as an array. */
export async function all<T>(outcomes: AsyncIterable<T>): Promise<T[]> {
  const list: T[] = [];
  for await (const one of outcomes) list.push(one);
  return list;
}

/** All outcomes of an iteration, and the error that it ended with. */
export async function settled<T>(outcomes: AsyncIterable<T>): Promise<{ outcomes: T[]; error: unknown }> {
  const list: T[] = [];
  try {
    for await (const one of outcomes) list.push(one);
    return { outcomes: list, error: undefined };
  } catch (error) {
    return { outcomes: list, error };
  }
}
