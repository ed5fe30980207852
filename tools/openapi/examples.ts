import {
  type ErrorBody,
  type ErrorCode,
  fillPath,
  type OperationName,
  type WebhookKind,
  webhookKind,
} from '@messaging-service/contract';
import { createEmulator, type Emulator } from '@messaging-service/emulator';
import { OPERATIONS, type Operation } from '@messaging-service/emulator/host';

/** One recorded call and its response. */
export interface Example {
  readonly summary: string;
  /** The body that was sent; undefined where the operation has no body. */
  readonly body: unknown;
  readonly response: unknown;
}

/** A recorded webhook. */
interface WebhookExample {
  readonly headers: Readonly<Record<string, string>>;
  readonly payload: unknown;
}

/** Everything the document shows as an example. */
export interface Examples {
  readonly calls: ReadonlyMap<OperationName, readonly Example[]>;
  /** One error body for each code. */
  readonly errors: ReadonlyMap<ErrorCode, ErrorBody>;
  /** The error body of an invalid request, for operations that take a path parameter or a body. */
  readonly invalidRequests: ReadonlyMap<OperationName, ErrorBody>;
  readonly webhooks: ReadonlyMap<WebhookKind, WebhookExample>;
}

interface Call {
  readonly path?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  /** Replaces the key that the operation takes. */
  readonly key?: string;
  /** Replaces the method of the operation. */
  readonly method?: string;
}

/** A key that cannot be mistaken for a leaked one. */
const SHOWN_KEY = '0123456789abcdef0123456789abcdef';
const CALLBACK = 'https://example.com/receipts';
const LATER = '2026-01-02T09:00Z';
const UNKNOWN = '00000000-0000-4000-8000-000000000000';

/**
 * Records a fixed sequence of calls to an emulator. The examples of the document are therefore real responses, and the
 * same at each run.
 */
export async function recordExamples(): Promise<Examples> {
  const recorder = new Recorder();
  await sendMessages(recorder);
  await sendBatches(recorder);
  await manageAccounts(recorder);
  await refuse(recorder);
  await receiveWebhooks(recorder);
  return recorder;
}

class Recorder implements Examples {
  readonly calls = new Map<OperationName, Example[]>();
  readonly errors = new Map<ErrorCode, ErrorBody>();
  readonly invalidRequests = new Map<OperationName, ErrorBody>();
  readonly webhooks = new Map<WebhookKind, WebhookExample>();
  readonly emulator: Emulator = createEmulator({
    now: '2026-01-01T08:00:00Z',
    sharedSenders: ['447700900980'],
    accounts: [{ name: 'Reminders', credits: 1_000, senders: ['DEMO', '447700900990'] }],
    organization: { credits: 5_000 },
    webhooks: { environment: 'production', fetch: (input, init) => this.#receive(new Request(input, init)) },
  });

  /** Records a call that succeeds. */
  async show<Response>(name: OperationName, summary: string, call: Call = {}): Promise<Response> {
    const { status, body } = await this.call(name, call);
    if (status !== 200) throw new Error(`${name} returned ${status} ${JSON.stringify(body)}`);
    const shown = JSON.parse(JSON.stringify(body), (key, value: unknown) =>
      key === 'apiKey' ? SHOWN_KEY : value,
    ) as unknown;
    const example = { summary, body: call.body, response: shown };
    this.calls.set(name, [...(this.calls.get(name) ?? []), example]);
    return body as Response;
  }

  /** Records a call that is refused with a code. The first example of a code is that of the code. */
  async showError(code: ErrorCode, name: OperationName, call: Call = {}): Promise<void> {
    const { body } = await this.call(name, call);
    const refusal = body as ErrorBody;
    if (refusal.error.code !== code) throw new Error(`${name} returned ${JSON.stringify(body)}`);
    if (!this.errors.has(code)) this.errors.set(code, refusal);
    if (code === 'invalid_request') this.invalidRequests.set(name, refusal);
  }

  /** Makes a call without recording it. */
  async call(name: OperationName, { path = {}, query = {}, body, key, method }: Call) {
    const { emulator } = this;
    const operation = OPERATIONS.find((row) => row.name === name) as Operation;
    const own = operation.key === 'organization' ? emulator.organization.apiKey : emulator.account.apiKey;
    const search = new URLSearchParams({ ...query, key: key ?? own });
    const url = `${emulator.baseUrl}${fillPath(operation.path, path as never)}?${search.toString()}`;
    const text = typeof body === 'string' ? body : body === undefined ? null : JSON.stringify(body);
    const response = await emulator.fetch(url, { method: method ?? operation.method, body: text });
    const received: unknown = await response.json();
    return { status: response.status, body: received };
  }

  async #receive(request: Request): Promise<Response> {
    const payload: unknown = await request.json();
    const kind = webhookKind(payload) as WebhookKind;
    if (!this.webhooks.has(kind)) {
      this.webhooks.set(kind, { headers: Object.fromEntries(request.headers), payload });
    }
    return new Response();
  }
}

async function sendMessages(recorder: Recorder): Promise<void> {
  await recorder.show('messages.send', "A message from the account's own sender ID", {
    body: {
      messages: [
        {
          to: '447700900123',
          from: { type: 'custom', value: 'DEMO' },
          body: 'Your table is ready',
          callback: CALLBACK,
        },
      ],
    },
  });
  await recorder.show('messages.send', 'Two scheduled messages, with defaults and a shared sender ID', {
    body: {
      defaults: { from: { type: 'shared' }, callback: CALLBACK, send_at: LATER },
      messages: [
        { to: '447700900124', body: 'Your appointment is at ten' },
        { to: '447700900125', body: 'Your appointment is at eleven', channels: ['rcs', 'sms'] },
      ],
    },
  });
}

async function sendBatches(recorder: Recorder): Promise<void> {
  const destinations = ['447700900123', '447700900822'];
  const sent = await recorder.show<{ identifier: string }>(
    'batches.send',
    'A batch that is sent immediately',
    {
      body: { from: 'DEMO', message: 'We close early today', destinations, callback: CALLBACK },
    },
  );
  const scheduled = await recorder.show<{ identifier: string }>('batches.send', 'A scheduled batch', {
    body: { from: 'DEMO', message: 'We are open again', destinations, at: LATER },
  });
  const path = { batchUuid: sent.identifier };
  await recorder.show('batches.receipts', 'Totals', { path });
  await recorder.show('batches.receipts', 'With details', { path, query: { details: 'true' } });
  await recorder.show('batches.listPending', 'The scheduled batches');
  await recorder.showError('batch_not_pending', 'batches.cancel', { path });
  await recorder.show('batches.cancel', 'Cancelled', { path: { batchUuid: scheduled.identifier } });
  await recorder.show('receiptCodes.list', 'The catalogue');
}

async function manageAccounts(recorder: Recorder): Promise<void> {
  const { identifier } = await recorder.show<{ identifier: string }>('accounts.create', 'A new account', {
    body: { name: 'Branch office' },
  });
  const path = { accountUuid: identifier };
  await recorder.show('accounts.update', 'Packaged credits, refilled on the first of the month', {
    path,
    body: {
      packaged_credits: { schedule_refill_amount: 500, schedule_refill: true },
      schedule: '0 0 1 * *',
      mo: { mo_webhook_url: 'https://example.com/inbound', mo_webhook_secret: 'a long secret' },
    },
  });
  await recorder.show('accounts.topUp', 'A top-up', { body: { accountUuid: identifier, topup: 400 } });
  await recorder.show('accounts.topUpOnAccountPath', 'A top-up', { path, body: { topup: 400 } });
  await recorder.show('accounts.list', 'All accounts');
  await recorder.show('accounts.deactivate', 'Deactivated', { path });
}

/** A message that is accepted unless the given members make it invalid. */
function messages(members: object = {}) {
  const message = { to: '447700900126', from: { type: 'custom', value: 'DEMO' }, body: 'Hello' };
  return { messages: [{ ...message, ...members }] };
}

async function refuse(recorder: Recorder): Promise<void> {
  const { emulator } = recorder;
  const id = '0190f3c4-5b6a-7c8d-9e0f-1a2b3c4d5e6f';
  const path = { batchUuid: UNKNOWN };
  const long = { from: 'DEMO', message: 'x'.repeat(161), destinations: ['447700900123'] };
  const topup = { accountUuid: emulator.account.identifier, topup: 1_000_000 };
  await recorder.showError('invalid_json', 'messages.send', { body: '{"messages": [' });
  await refuseInvalid(recorder);
  await recorder.showError('invalid_key', 'batches.listPending', { key: SHOWN_KEY });
  await recorder.showError('method_not_allowed', 'messages.send', { method: 'PUT', body: messages() });
  await recorder.showError('multipart_not_allowed', 'batches.send', {
    query: { allowMulti: 'false' },
    body: long,
  });
  await recorder.showError('insufficient_credits', 'accounts.topUp', { body: topup });
  await recorder.showError('sender_not_owned', 'messages.send', {
    body: messages({ from: { type: 'custom', value: 'SOMEBODY' } }),
  });
  await recorder.showError('batch_not_found', 'batches.receipts', { path });
  await recorder.showError('account_not_found', 'accounts.deactivate', { path: { accountUuid: UNKNOWN } });
  await recorder.showError('duplicate_id', 'messages.send', {
    body: { messages: [...messages({ id }).messages, ...messages({ id }).messages] },
  });
  emulator.setSharedSenders([]);
  await recorder.showError('shared_sender_unavailable', 'messages.send', {
    body: messages({ from: { type: 'shared' } }),
  });
  await recorder.showError('payload_too_large', 'messages.send', { body: ' '.repeat(11 * 1024 * 1024) });
  const error = { code: 'service_unavailable', message: 'The service is unavailable. Try again later.' };
  emulator.addFault({ status: 503, body: { error } });
  await recorder.showError('service_unavailable', 'messages.send', { body: messages() });
}

/** A typical mistake for each operation that takes a path parameter or a body. */
async function refuseInvalid(recorder: Recorder): Promise<void> {
  const batch = { path: { batchUuid: 'unknown' } };
  const account = { path: { accountUuid: 'unknown' } };
  await recorder.showError('invalid_request', 'messages.send', {
    body: messages({ to: '0770', sendAt: LATER }),
  });
  await recorder.showError('invalid_request', 'batches.send', {
    body: { from: 'DEMO', message: 'Hello', destinations: [] },
  });
  await recorder.showError('invalid_request', 'batches.cancel', batch);
  await recorder.showError('invalid_request', 'batches.receipts', batch);
  await recorder.showError('invalid_request', 'accounts.create', { body: { name: '' } });
  await recorder.showError('invalid_request', 'accounts.update', {
    ...account,
    body: { schedule: '@hourly' },
  });
  await recorder.showError('invalid_request', 'accounts.topUp', { body: { accountUuid: UNKNOWN, topup: 0 } });
  await recorder.showError('invalid_request', 'accounts.deactivate', account);
}

async function receiveWebhooks(recorder: Recorder): Promise<void> {
  const { emulator } = recorder;
  const { identifier } = emulator.account;
  const mo = { mo_webhook_url: 'https://example.com/inbound', mo_webhook_secret: 'a long secret' };
  await recorder.call('accounts.update', { path: { accountUuid: identifier }, body: { mo } });
  emulator.handset('447700900123').reply('Thanks, on my way', { to: 'DEMO' });
  emulator.createNotification(identifier, {
    url: 'https://example.com/credits',
    threshold_type: 'paid_fixed_number',
    threshold_value: 990,
  });
  await recorder.call('messages.send', { body: messages({ body: 'x'.repeat(1_600) }) });
  await emulator.clock.settle();
  emulator.close();
}
