import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { serveHandler } from './strange-service.ts';

/** The keys of the foreign service. */
export const FOREIGN_KEYS = {
  account: 'feedfacefeedfacefeedfacefeedface',
  organization: 'c0ffee00c0ffee00c0ffee00c0ffee00',
};

const OWN_SENDER = 'ACME';
const UUID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i;

type Json = Record<string, unknown>;

/** A response: its status and its body. */
type Response = readonly [status: number, body: unknown];

/** One request. */
interface Call {
  readonly route: string;
  readonly id: string;
  readonly query: URLSearchParams;
  /** Undefined when it is not JSON. */
  readonly body: Json | undefined;
}

const refuse = (status: number, message: string): Response => [status, { message }];

/**
 * A service that somebody else wrote after the specification, over HTTP, and that differs in ten ways: statuses of a wrong key
 * (401), of an unknown account (400) and of a foreign sender (422), the body of errors, only `uuid` and `at` in batches,
 * `heldCredits` for `held_credits`, no `messagecount`, no plus before numbers, times with milliseconds, and unknown members
 * that are ignored. It also has no list of receipt codes.
 */
export function serveForeignService(): Promise<string> {
  const pending: Json[] = [
    { identifier: randomUUID(), at: '2099-01-01T09:00:00Z', from: OWN_SENDER, unitcount: 1 },
  ];
  return serveHandler((request, response) => {
    void readCall(request).then((call) => {
      const [status, body] = respond(call, pending);
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    });
  });
}

async function readCall(request: IncomingMessage): Promise<Call> {
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://foreign.test');
  const [, resource = '', id = ''] = pathname.split('/');
  let text = '';
  for await (const chunk of request) text += chunk;
  const route = `${request.method} /${resource}${id === '' ? '' : '/:id'}`;
  return { route, id, query: searchParams, body: parse(text) };
}

function parse(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}

/** The key that each route takes. */
const ROUTES: Readonly<Record<string, 'account' | 'organization'>> = {
  'POST /message': 'account',
  'POST /batch': 'account',
  'GET /batch': 'account',
  'GET /batch/:id': 'account',
  'DELETE /batch/:id': 'account',
  'GET /account': 'organization',
  'POST /account': 'organization',
  'PATCH /account/:id': 'organization',
  'PATCH /topup': 'organization',
};

function respond(call: Call, pending: Json[]): Response {
  const { route, id, query, body = {} } = call;
  const kind = ROUTES[route];
  if (kind === undefined) return refuse(404, 'No such resource');
  if (query.get('key') !== FOREIGN_KEYS[kind]) return refuse(401, 'Wrong key');
  const isDryRun = query.get('isDryrun') === 'true' || query.get('dryRun') === 'true';
  switch (route) {
    case 'POST /message':
      return call.body === undefined ? refuse(400, 'No JSON') : addMessage(body, isDryRun, pending);
    case 'POST /batch':
      return addBatch(body, query, isDryRun, pending);
    case 'GET /batch':
      return [200, { batches: pending }];
    case 'GET /account':
      return [200, { accounts: [ACCOUNT] }];
    case 'PATCH /account/:id':
      if (!UUID.test(id)) return refuse(400, 'Wrong identifier');
      return id === ACCOUNT.identifier ? [200, { status: 'success' }] : refuse(400, 'No such account');
    case 'PATCH /topup':
      if (!Number.isInteger(body.topup)) return refuse(400, 'Wrong number of credits');
      return body.accountUuid === ACCOUNT.identifier ? [200, {}] : refuse(404, 'No such account');
    default:
      return refuse(404, 'No such batch');
  }
}

function timeOf(value: unknown): number {
  return typeof value === 'string' ? Date.parse(value) : Number.NaN;
}

function addMessage({ messages, defaults }: Json, isDryRun: boolean, pending: Json[]): Response {
  if (!Array.isArray(messages) || messages.length === 0) return refuse(400, 'No messages');
  const merged = messages.map((message: Json) => ({ ...(defaults as Json), ...message }));
  for (const message of merged) {
    const refusal = checkMessage(message);
    if (refusal !== undefined) return refusal;
  }
  const ids = merged.flatMap(({ id }) => (id === undefined ? [] : [id]));
  if (new Set(ids).size < ids.length) return refuse(409, 'Repeated id');
  return [200, { messages: merged.map((message) => queue(message, isDryRun, pending)) }];
}

function checkMessage({ to, from, body, send_at }: Json): Response | undefined {
  if (typeof to !== 'string' || !/^\d{7,15}$/.test(to)) return refuse(400, 'Wrong number');
  if (typeof body !== 'string') return refuse(400, 'No text');
  const { type, value } = Object(from) as Json;
  if (type !== 'shared' && (type !== 'custom' || typeof value !== 'string'))
    return refuse(400, 'Wrong sender');
  if (type === 'custom' && value !== OWN_SENDER) return refuse(422, 'Not your sender');
  return send_at === undefined || !Number.isNaN(timeOf(send_at)) ? undefined : refuse(400, 'Wrong time');
}

function queue(
  { to, body, from, callback, channels, id, send_at }: Json,
  isDryRun: boolean,
  pending: Json[],
): Json {
  const time = send_at === undefined ? undefined : new Date(timeOf(send_at));
  const scheduled = time !== undefined && time.getTime() > Date.now() + 300_000;
  const batchUuid = randomUUID();
  const at = time?.toISOString();
  if (scheduled && !isDryRun) pending.push({ identifier: batchUuid, at, from: OWN_SENDER });
  const { type } = from as Json;
  const sender = type === 'shared' ? { type, value: '447700900500' } : from;
  const shown = {
    to,
    body,
    from: sender,
    callback,
    channels,
    id,
    batchUuid,
    messageUuid: randomUUID(),
    scheduled,
  };
  return scheduled ? { ...shown, send_at: at } : shown;
}

function addBatch(body: Json, query: URLSearchParams, isDryRun: boolean, pending: Json[]): Response {
  const { from, message, destinations, uuid, at } = body;
  if (typeof message !== 'string') return refuse(400, 'No text');
  if (!Array.isArray(destinations)) return refuse(400, 'No destinations');
  if (from !== OWN_SENDER) return refuse(422, 'Not your sender');
  if (uuid !== undefined && !UUID.test(JSON.stringify(uuid).slice(1, -1))) return refuse(400, 'Wrong uuid');
  if (at !== undefined && Number.isNaN(timeOf(at))) return refuse(400, 'Wrong time');
  if (query.get('allowMulti') === 'false' && message.length > 160) return refuse(400, 'Too long');
  const identifier = uuid ?? randomUUID();
  if (at !== undefined && !isDryRun) pending.push({ identifier, at, from });
  return [200, { identifier }];
}

const ACCOUNT = {
  identifier: '6a5ec9e6-4f4b-4f57-9a0d-93f3b4b9b5a1',
  name: 'Acme',
  credits: 10,
  heldCredits: 0,
  paid_credits: { remaining: 10, allow_negative: false, negative_limit: 0, schedule_reset_to_zero: false },
  packaged_credits: { remaining: 0, schedule_refill_amount: 0, schedule_refill: false },
  mo: { mo_webhook_url: '' },
  schedule: null,
  deleted: false,
};
