import type { ConformanceTarget } from '@messaging-service/conformance';
import { UNKNOWN_KEY, UNKNOWN_UUID } from '../src/probe/unknown.ts';
import {
  type Alter,
  type AlteredAccount,
  acceptingEitherKey,
  altering,
  type Call,
  delivering,
  KEYS,
  responding,
  rewriting,
  withoutDryRun,
} from './altered-service.ts';

type Json = Record<string, unknown>;

/** A service that is wrong in one point. */
export interface WrongService {
  /** The case that has to find it. */
  readonly id: string;
  readonly is: string;
  readonly target: ConformanceTarget;
  /** Other cases that the same behavior breaks. */
  readonly also?: readonly string[];
}

const isDryRun = ({ query }: Call) => query.has('isDryrun');
const hasKey = ({ query }: Call, key: string | undefined) => query.get('key') === key;

/** The messages of a request, with its defaults; undefined for other requests and bodies that are not JSON. */
function requestOf({ operation, body }: Call): { messages?: Json[]; defaults?: Json } | undefined {
  if (operation !== 'POST /message') return undefined;
  try {
    return JSON.parse(body) as { messages?: Json[]; defaults?: Json };
  } catch {
    return undefined;
  }
}

function everyMessage(change: (message: Json, call: Call) => void): Alter {
  return ({ messages }, call) => {
    if (call.operation === 'POST /message') for (const message of messages) change(message, call);
  };
}

function everyAccount(change: (account: AlteredAccount, index: number) => void): Alter {
  return ({ accounts }, { operation }) => {
    if (operation === 'GET /account') accounts.forEach(change);
  };
}

/** Changes the credits of the first account and keeps its balance right. */
function creditsOfFirst(change: (account: AlteredAccount) => void): Alter {
  return everyAccount((account, index) => {
    if (index > 0) return;
    change(account);
    const { paid_credits, packaged_credits, held_credits } = account;
    account.credits = paid_credits.remaining + packaged_credits.remaining - held_credits;
  });
}

/** Alters only one successful response to an operation, so that later cases are not affected. */
function responseNumber(number: number, operation: string, alter: Alter): Alter {
  let count = 0;
  return (body, call) => {
    if (call.operation === operation) count += 1;
    return call.operation === operation && count === number ? alter(body, call) : undefined;
  };
}

/** A service that accepts dry runs of messages that it must refuse. */
function acceptingMessage(
  isAffected: (message: Json, defaults: Json | undefined) => boolean,
): ConformanceTarget {
  return responding((call) => {
    const { messages: [message] = [], defaults } = requestOf(call) ?? {};
    if (message === undefined || !isAffected(message, defaults)) return undefined;
    return Response.json({ messages: [] });
  });
}

/** A service that returns this status for some calls. */
function refusingWith(status: number, isAffected: (call: Call) => boolean): ConformanceTarget {
  return responding((call) => (isAffected(call) ? Response.json({}, { status }) : undefined));
}

/** A service that returns this body with status 200 for some calls. */
function accepting(body: object, isAffected: (call: Call) => boolean): ConformanceTarget {
  return responding((call) => (isAffected(call) ? Response.json(body) : undefined));
}

const authentication: readonly WrongService[] = [
  {
    id: 'authentication.key-required',
    is: 'lists batches without a key',
    target: accepting({ batches: [] }, (call) => call.operation === 'GET /batch' && !call.query.has('key')),
  },
  {
    id: 'authentication.key-known',
    is: 'lists batches with an unknown key',
    target: accepting(
      { batches: [] },
      (call) => call.operation === 'GET /batch' && hasKey(call, UNKNOWN_KEY),
    ),
  },
  {
    id: 'authentication.account-key-for-messages',
    is: 'lists batches with the organization key',
    target: acceptingEitherKey(
      (call) => call.operation === 'GET /batch' && hasKey(call, KEYS.organizationKey),
    ),
  },
  {
    id: 'authentication.account-key-to-send',
    is: 'sends with the organization key',
    target: acceptingEitherKey(
      (call) => call.operation === 'POST /message' && hasKey(call, KEYS.organizationKey),
    ),
  },
  {
    id: 'authentication.organization-key-for-accounts',
    is: 'lists accounts with the account key',
    target: acceptingEitherKey((call) => call.operation === 'GET /account' && hasKey(call, KEYS.accountKey)),
  },
  {
    id: 'authentication.organization-key-to-edit',
    is: 'edits accounts with the account key',
    target: acceptingEitherKey(
      (call) => call.operation.startsWith('PATCH /account/') && hasKey(call, KEYS.accountKey),
    ),
  },
  {
    id: 'edit-account.invalid-key',
    is: 'refuses an edit without a key with 401',
    target: refusingWith(
      401,
      ({ operation, query }) => operation.startsWith('PATCH /account/') && !query.has('key'),
    ),
  },
  {
    id: 'edit-account.invalid-key',
    is: 'refuses an edit with an unknown key with 401',
    target: refusingWith(
      401,
      (call) => call.operation.startsWith('PATCH /account/') && hasKey(call, UNKNOWN_KEY),
    ),
  },
  {
    id: 'edit-account.invalid-uuid',
    is: 'refuses an edit with an invalid UUID with 404',
    target: refusingWith(404, ({ operation }) => operation === 'PATCH /account/not-a-uuid'),
  },
  {
    id: 'edit-account.unknown-account',
    is: 'refuses an edit of an unknown account with 400',
    target: refusingWith(400, ({ operation }) => operation === `PATCH /account/${UNKNOWN_UUID}`),
  },
  {
    id: 'top-up.unknown-account',
    is: 'refuses a top-up of an unknown account with 400',
    target: refusingWith(
      400,
      ({ operation, body }) => operation === 'PATCH /topup' && body.includes(UNKNOWN_UUID),
    ),
  },
  {
    id: 'top-up.invalid-value',
    is: 'accepts a number of credits that is not a number',
    target: accepting({ status: 'success' }, ({ body }) => body.includes('"many"')),
  },
];

const retrieval: readonly WrongService[] = [
  {
    id: 'pending-batches.list',
    is: 'lists batches without their identifiers',
    // The first two lists prove that dry runs queue nothing.
    target: altering(responseNumber(3, 'GET /batch', () => ({ batches: [{ messagecount: 1 }] }))),
  },
  {
    id: 'receipt-codes.list',
    is: 'has no receipt code 00',
    target: altering((_, { operation }) =>
      operation === 'GET /dr-responses' ? [{ code: '1', description: 'Sent' }] : undefined,
    ),
  },
  {
    id: 'accounts.list',
    is: 'lists accounts without their credits',
    // The first list of accounts is that of authentication.organization-key-to-edit.
    target: altering(
      responseNumber(2, 'GET /account', ({ accounts }) => ({
        accounts: accounts.map(({ identifier }) => ({ identifier })),
      })),
    ),
  },
  {
    id: 'accounts.balance',
    is: 'shows a balance that is not the sum of the credits',
    target: altering(everyAccount((account) => Object.assign(account, { credits: -1 }))),
  },
  {
    id: 'accounts.packaged-not-negative',
    is: 'shows negative packaged credits',
    target: altering(
      creditsOfFirst(({ packaged_credits }) => Object.assign(packaged_credits, { remaining: -1 })),
    ),
  },
  {
    id: 'accounts.paid-within-limit',
    is: 'shows negative paid credits of an account that does not permit them',
    target: altering(creditsOfFirst(({ paid_credits }) => Object.assign(paid_credits, { remaining: -1 }))),
  },
  {
    id: 'accounts.paid-within-limit',
    is: 'shows paid credits below the limit',
    target: altering(
      creditsOfFirst(({ paid_credits }) =>
        Object.assign(paid_credits, { remaining: -6, allow_negative: true, negative_limit: 5 }),
      ),
    ),
  },
  {
    id: 'accounts.secret-not-shown',
    is: 'shows the secret of inbound webhooks',
    target: altering(everyAccount(({ mo }) => Object.assign(mo, { mo_webhook_secret: 'x' }))),
  },
];

const refusedMessages: readonly WrongService[] = [
  ...(['to', 'from', 'body'] as const).map((member) => ({
    id: `add-message.${member}-required`,
    is: `accepts a message without ${member}`,
    target: acceptingMessage((message, defaults) => !(member in message) && defaults === undefined),
  })),
  {
    id: 'add-message.custom-needs-value',
    is: 'accepts a custom sender without a value',
    target: acceptingMessage(({ from }) => JSON.stringify(from) === '{"type":"custom"}'),
  },
  {
    id: 'add-message.sender-type',
    is: 'accepts an unknown sender type',
    target: acceptingMessage(({ from }) => (from as Json | undefined)?.type === 'borrowed'),
  },
  {
    id: 'add-message.send-at-is-a-time',
    is: 'accepts a send_at that is not a timestamp',
    target: acceptingMessage(({ send_at }) => send_at === 'tomorrow'),
  },
  {
    id: 'add-message.messages-required',
    is: 'accepts a request without messages',
    target: accepting({ messages: [] }, (call) => {
      const request = requestOf(call);
      return request !== undefined && request.messages === undefined;
    }),
  },
  {
    id: 'add-message.json',
    is: 'accepts a body that is not JSON',
    target: accepting(
      { messages: [] },
      (call) => call.operation === 'POST /message' && requestOf(call) === undefined,
    ),
  },
  {
    id: 'add-message.sender-owned',
    is: 'sends from any sender ID',
    target: rewriting(({ body }) =>
      body === '' ? undefined : { body: body.replace('NOTMINE0000', 'DEMO') },
    ),
  },
  {
    id: 'add-batch.destinations-required',
    is: 'accepts a batch without destinations',
    target: accepting(
      {},
      ({ operation, body }) => operation === 'POST /batch' && !body.includes('"destinations"'),
    ),
  },
];

const dryRuns: readonly WrongService[] = [
  {
    id: 'dry-run.queues-nothing',
    is: 'queues dry runs of messages',
    target: rewriting((call) => ({ url: withoutDryRun(call.url) })),
  },
  {
    id: 'add-batch.dry-run',
    is: 'queues dry runs of batches',
    target: rewriting(({ operation, url }) =>
      operation === 'POST /batch' ? { url: withoutDryRun(url) } : undefined,
    ),
  },
  {
    id: 'add-message.merge-validates-merged',
    is: 'validates a message before it merges the defaults',
    target: refusingWith(400, (call) => {
      const { messages: [message = {}] = [], defaults } = requestOf(call) ?? {};
      return defaults !== undefined && Object.keys(message).join() === 'to';
    }),
  },
  {
    id: 'add-message.merge-own-values-win',
    is: "replaces a message's own values with the defaults",
    target: altering(
      everyMessage((message, call) =>
        Object.assign(message, { body: requestOf(call)?.defaults?.body ?? message.body }),
      ),
    ),
  },
  {
    id: 'add-message.merge-from',
    is: 'ignores the sender of the defaults',
    target: altering(
      everyMessage((message, call) => {
        if (requestOf(call)?.defaults?.from !== undefined)
          message.from = { type: 'shared', value: '447700900980' };
      }),
    ),
  },
  {
    id: 'add-message.one-response-each',
    is: 'returns messages in another order',
    target: altering(({ messages }, { operation }) =>
      operation === 'POST /message' ? { messages: messages.toReversed() } : undefined,
    ),
  },
  {
    id: 'add-message.one-response-each',
    is: 'returns one message for three',
    target: altering(({ messages }, { operation }) =>
      operation === 'POST /message' && messages.length === 3 ? { messages: messages.slice(0, 1) } : undefined,
    ),
  },
  {
    id: 'add-message.shared-sender-shown',
    is: 'does not show the shared sender ID',
    target: altering(
      everyMessage((message, call) => {
        if (isDryRun(call) && (message.from as Json).type === 'shared')
          message.from = { type: 'shared', value: '' };
      }),
    ),
  },
  {
    id: 'add-message.scheduled',
    is: 'schedules nothing',
    target: altering(everyMessage((message) => Object.assign(message, { scheduled: false }))),
  },
  {
    id: 'add-message.sent-immediately',
    is: 'schedules everything',
    target: altering(everyMessage((message) => Object.assign(message, { scheduled: true }))),
  },
  {
    id: 'add-message.send-at-echoed',
    is: 'returns send_at with seconds',
    target: altering(
      everyMessage((message) => {
        if (typeof message.send_at === 'string') message.send_at = new Date(message.send_at).toISOString();
      }),
    ),
  },
  ...['callback', 'channels', 'id'].map((member) => ({
    id: 'add-message.echoes',
    is: `does not echo ${member}`,
    target: altering(everyMessage((message) => delete message[member])),
  })),
];

/** Changes the sender of messages with a shared sender ID that are sent. */
function sharedSender(senderOf: () => string): ConformanceTarget {
  const alter = everyMessage((message, call) => {
    const from = message.from as Json;
    if (from.type === 'shared' && !isDryRun(call)) from.value = senderOf();
  });
  // A handset could not reply to the account.
  return { ...altering(alter), writeFromHandset: undefined };
}

let senders = 0;

const sending: readonly WrongService[] = [
  {
    id: 'scheduling.pending',
    is: 'cancels with status 204',
    target: altering((_, { operation }) =>
      operation.startsWith('DELETE /batch/') ? new Response(null, { status: 204 }) : undefined,
    ),
  },
  {
    id: 'scheduling.pending',
    is: 'does not list scheduled messages',
    target: altering(({ batches }, { operation }) =>
      operation === 'GET /batch' ? { batches: batches.slice(0, 0) } : undefined,
    ),
    also: ['add-batch.send'],
  },
  {
    id: 'scheduling.pending',
    is: 'does not cancel',
    target: accepting({}, ({ operation }) => operation.startsWith('DELETE /batch/')),
    also: ['scheduling.holds-credits'],
  },
  {
    id: 'scheduling.holds-credits',
    is: 'does not subtract held credits from the balance',
    target: altering(
      everyAccount((account) => {
        account.credits += account.held_credits;
      }),
    ),
  },
  {
    id: 'shared-senders.same-number',
    is: 'changes the shared sender ID of a number',
    target: sharedSender(() => `44770090098${senders++ % 10}`),
  },
  {
    id: 'shared-senders.locked',
    is: 'assigns one shared sender ID to two accounts',
    target: sharedSender(() => '447700900980'),
  },
  {
    id: 'add-message.identifiers',
    is: 'gives two messages the same UUID',
    target: altering(({ messages }, { operation }) => {
      if (operation !== 'POST /message' || messages.length !== 2) return;
      for (const message of messages) message.messageUuid = messages[0]?.messageUuid;
    }),
  },
  {
    id: 'add-message.identifiers',
    is: 'puts two messages into one batch',
    target: altering(({ messages }, { operation }) => {
      if (operation !== 'POST /message' || messages.length !== 2) return;
      for (const message of messages) message.batchUuid = messages[0]?.batchUuid;
    }),
  },
  ...(
    [
      ['counts messages twice', ({ counts }) => Object.assign(counts, { total: counts.total * 2 })],
      ['returns no details', (body) => ({ ...body, details: [] })],
      ['returns details without the query', (body) => ({ details: [], ...body })],
      [
        'returns numbers without a plus',
        ({ details = [] }) => {
          for (const detail of details) detail.destination = detail.destination.slice(1);
        },
      ],
      [
        'marks a message as both delivered and failed',
        ({ details = [] }) => {
          for (const detail of details) Object.assign(detail, { delivered: true, failed: true });
        },
      ],
      [
        'sets info without a callback',
        ({ details = [] }) => {
          for (const detail of details) Object.assign(detail, { info: { httpStatus: 200 } });
        },
      ],
    ] satisfies [string, Alter][]
  ).map(([is, alter]) => ({ id: 'receipts.counts', is, target: altering(onReceipts(alter)) })),
  {
    id: 'add-batch.send',
    is: 'lists batches with the wrong number of messages',
    target: altering(({ batches }, { operation }) => {
      if (operation === 'GET /batch') for (const batch of batches) batch.messagecount += 1;
    }),
  },
];

/** Alters the receipts of messages that were sent, which only receipts.counts reads. */
function onReceipts(alter: Alter): Alter {
  return (body, call) => (/^GET \/batch\/./.test(call.operation) ? alter(body, call) : undefined);
}

const accounts: readonly WrongService[] = [
  {
    id: 'accounts.create',
    is: 'creates accounts with a longer key',
    target: altering((body, { operation }) => {
      const { apiKey } = body as unknown as { readonly apiKey: string };
      return operation === 'POST /account' ? { ...body, apiKey: `${apiKey}0` } : undefined;
    }),
    // They use the key.
    also: ['webhooks.inbound', 'webhooks.inbound-signed', 'webhooks.inbound-unsigned'],
  },
  {
    id: 'accounts.create',
    is: 'creates accounts whose key does not work',
    target: refusingWith(400, (call) => {
      const isOld = [KEYS.accountKey, KEYS.organizationKey, UNKNOWN_KEY].some((key) => hasKey(call, key));
      return call.operation === 'GET /batch' && !isOld && call.query.has('key');
    }),
  },
  {
    id: 'edit-account.edit',
    is: 'changes other members in an edit',
    target: rewriting(({ body }) =>
      body.includes('"negative_limit":7') ? { body: `{"name":"Changed",${body.slice(1)}` } : undefined,
    ),
  },
  {
    id: 'edit-account.edit',
    is: 'does not edit',
    target: accepting({ status: 'success' }, ({ body }) => body.includes('"negative_limit":7')),
  },
  {
    id: 'edit-account.standard-cron-only',
    is: 'accepts predefined names of schedules',
    target: accepting({ status: 'success' }, ({ body }) => body.includes('@hourly')),
  },
  {
    id: 'edit-account.standard-cron-only',
    is: 'accepts extended cron syntax',
    target: accepting({ status: 'success' }, ({ body }) => body.includes('0 0 L')),
  },
  {
    id: 'top-up.adds-paid-credits',
    is: 'adds twice the credits',
    target: rewriting(({ operation, body }) =>
      operation === 'PATCH /topup' ? { body: body.replace('"topup":1', '"topup":2') } : undefined,
    ),
  },
  {
    id: 'accounts.deactivate',
    is: 'does not deactivate',
    target: accepting({ status: 'success' }, ({ operation }) => operation.startsWith('DELETE /account/')),
  },
];

const webhooks: readonly WrongService[] = [
  {
    id: 'webhooks.delivery-receipt',
    is: 'reports a delivered message with the code of a failure',
    target: delivering((webhook) => ({
      ...webhook,
      body: webhook.body.replace('"code":"00"', '"code":"22"'),
    })),
  },
  {
    id: 'webhooks.delivery-receipt',
    is: 'reports the receipt of another message',
    target: delivering((webhook) => ({
      ...webhook,
      body: webhook.body.replace(/"messageuuid":"[^"]+"/, `"messageuuid":"${UNKNOWN_UUID}"`),
    })),
  },
  {
    id: 'webhooks.retries',
    is: 'attempts twelve times',
    target: delivering((webhook) => [webhook, webhook]),
  },
  {
    id: 'webhooks.inbound',
    is: 'leaves out the text of an inbound message',
    target: delivering((webhook) => ({ ...webhook, body: webhook.body.replace(/"message":"Yes",?/, '') })),
    also: ['webhooks.inbound-signed'],
  },
  {
    id: 'webhooks.inbound-signed',
    is: 'signs with another secret',
    target: delivering(({ headers, body }) => ({
      headers: { ...headers, ...('signature' in headers && { signature: '0'.repeat(64) }) },
      body,
    })),
  },
  {
    id: 'webhooks.inbound-unsigned',
    is: 'sends the environment without a secret',
    target: delivering((webhook) => ({
      ...webhook,
      headers: { environment: 'emulator', ...webhook.headers },
    })),
  },
];

/** Services that are wrong in one point each. Every case finds at least one of them. */
export const wrongServices: readonly WrongService[] = [
  ...authentication,
  ...retrieval,
  ...refusedMessages,
  ...dryRuns,
  ...sending,
  ...accounts,
  ...webhooks,
];
