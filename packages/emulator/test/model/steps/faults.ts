import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { Model } from '../model.ts';
import type { ModelAccount } from '../nouns.ts';
import { Step } from '../step.ts';
import type { World } from '../world.ts';

const UNKNOWN = 'ffffffff-ffff-4fff-8fff-ffffffffffff';
const MESSAGE = { to: '447700900001', from: { type: 'custom', value: 'SENDER0' }, body: 'Hello' };
const BATCH = { from: 'SENDER0', message: 'Hello', destinations: ['447700900001'] };

/** A request that must be refused, with the code of its refusal; `{key}` is account 0's, `{org}` its organization's. */
type Faulty = readonly [method: string, url: string, body: unknown, code: string];

const FAULTY: readonly Faulty[] = [
  ['POST', '/message', { messages: [MESSAGE] }, 'invalid_key'],
  ['POST', '/message?key=', { messages: [MESSAGE] }, 'invalid_key'],
  ['POST', '/message?key={org}', { messages: [MESSAGE] }, 'invalid_key'],
  ['POST', '/message?key={key}&key={key}', { messages: [MESSAGE] }, 'invalid_request'],
  ['POST', '/message?key={key}&isDryrun=maybe', { messages: [MESSAGE] }, 'invalid_request'],
  ['POST', '/message?key={key}&isDryrun=true&dryRun=false', { messages: [MESSAGE] }, 'invalid_request'],
  ['POST', '/message?key={key}&verbose=1', { messages: [MESSAGE] }, 'invalid_request'],
  ['POST', '/message?key={key}', '', 'invalid_json'],
  ['POST', '/message?key={key}', '{"messages":[', 'invalid_json'],
  ['POST', '/message?key={key}', '[]', 'invalid_request'],
  ['POST', '/message?key={key}', '{"__proto__":{"messages":[]}}', 'invalid_request'],
  ['POST', '/message?key={key}', { messages: [] }, 'invalid_request'],
  ['POST', '/message?key={key}', { messages: [MESSAGE, { ...MESSAGE, to: 'nobody' }] }, 'invalid_request'],
  ['POST', '/message?key={key}', { messages: [{ ...MESSAGE, body: '\ud800' }] }, 'invalid_request'],
  [
    'POST',
    '/message?key={key}',
    { messages: [{ ...MESSAGE, sendAt: '2026-03-01T09:00Z' }] },
    'invalid_request',
  ],
  [
    'POST',
    '/message?key={key}',
    { messages: [{ ...MESSAGE, send_at: '2026-02-30T09:00Z' }] },
    'invalid_request',
  ],
  [
    'POST',
    '/message?key={key}',
    { messages: [{ ...MESSAGE, from: { type: 'shared', value: 'X' } }] },
    'invalid_request',
  ],
  ['POST', '/message?key={key}', { messages: [{ ...MESSAGE, channels: ['fax'] }] }, 'invalid_request'],
  ['POST', '/batch?key={key}', { ...BATCH, destinations: [] }, 'invalid_request'],
  [
    'POST',
    '/batch?key={key}',
    { ...BATCH, at: '2026-03-01T09:00Z', send_at: '2026-03-01T10:00Z' },
    'invalid_request',
  ],
  ['POST', '/batch?key={key}', { ...BATCH, uuid: 'not-a-uuid' }, 'invalid_request'],
  ['POST', '/batch?key={key}', { ...BATCH, from: 'STRANGER' }, 'sender_not_owned'],
  ['DELETE', `/batch/${UNKNOWN}?key={key}`, undefined, 'batch_not_found'],
  ['GET', `/batch/${UNKNOWN}?key={key}`, undefined, 'batch_not_found'],
  ['GET', '/batch/everything?key={key}', undefined, 'invalid_request'],
  ['PUT', '/batch?key={key}', BATCH, 'method_not_allowed'],
  ['GET', '/batches?key={key}', undefined, 'not_found'],
  ['GET', '/account?key={key}', undefined, 'invalid_key'],
  ['POST', '/account?key={org}', { name: ' ' }, 'invalid_request'],
  ['PATCH', `/account/${UNKNOWN}?key={org}`, {}, 'account_not_found'],
  ['PATCH', `/account/${UNKNOWN}?key={org}`, { schedule: '@hourly' }, 'invalid_request'],
  ['PATCH', `/account/${UNKNOWN}?key={org}`, { schedule: '0 0 30 2 *' }, 'invalid_request'],
  ['PATCH', '/topup?key={org}', { accountUuid: UNKNOWN, topup: 1 }, 'account_not_found'],
  ['PATCH', '/topup?key={org}', { accountUuid: UNKNOWN, topup: 1.5 }, 'invalid_request'],
];

/** A request with something wrong in it: it is refused with the right code and changes nothing. */
class SendFaulty extends Step {
  readonly faulty: Faulty;

  constructor(faulty: Faulty) {
    super();
    this.faulty = faulty;
  }

  override check({ accounts }: Model): boolean {
    return accounts[0]?.deleted === false;
  }

  async act(model: Model, world: World): Promise<void> {
    const [method, template, body, code] = this.faulty;
    const { key, organization } = model.accounts[0] as ModelAccount;
    const url = template.replaceAll('{key}', key).replaceAll('{org}', organization.key);
    const { seq } = world.service.core.journal;
    const answer = await world.send(method, url, body);
    assert.equal(answer.code, code);
    assert.ok(answer.status >= 400 && answer.status < 500);
    assert.equal(world.service.core.journal.seq, seq, 'a refused request left a trace');
  }

  describe(): string {
    const [method, url, body] = this.faulty;
    return `sends the faulty ${method} ${url} ${body === undefined ? '' : JSON.stringify(body)}`;
  }
}

/** A fault applies: the call gets its response, and is processed only if the fault applies afterwards. */
class SendIntoFault extends Step {
  readonly when: 'before' | 'after';
  readonly disconnect: boolean;

  constructor(when: 'before' | 'after', disconnect: boolean) {
    super();
    this.when = when;
    this.disconnect = disconnect;
  }

  override check(model: Model): boolean {
    const [account] = model.accounts;
    return account !== undefined && !account.deleted && model.canPay(account, 1);
  }

  async act(model: Model, world: World): Promise<void> {
    const account = model.accounts[0] as ModelAccount;
    const { when, disconnect } = this;
    const answer = await world.slowCall((here) => {
      here.emulator.addFault({ method: 'POST', path: '/message', status: 503, when, disconnect });
      return here.request('POST', `/message?key=${account.key}`, { messages: [MESSAGE] });
    });
    assert.equal(answer.status, disconnect ? 0 : 503);
    if (when === 'before') return;
    const queued = world.emulator.messages().at(-1);
    const message = { uuid: queued?.messageUuid ?? 'missing', to: MESSAGE.to, ending: undefined, sent: 0 };
    model.queue({
      units: 1,
      messages: [message],
      uuid: queued?.batchUuid ?? 'missing',
      account,
      from: 'SENDER0',
      channels: ['sms'],
      callback: false,
      sendAt: undefined,
      chosenId: undefined,
      state: 'pending',
    });
  }

  describe(): string {
    const fault = this.disconnect ? 'the connection is cut' : 'the response is 503';
    return `account 0 sends a message, and ${fault} ${this.when} it is processed`;
  }
}

export const faultSteps = fc.oneof(
  fc.constantFrom(...FAULTY).map((faulty) => new SendFaulty(faulty)),
  fc
    .tuple(fc.constantFrom<'before' | 'after'>('before', 'after'), fc.boolean())
    .map(([when, disconnect]) => new SendIntoFault(when, disconnect)),
);
