import type { ErrorBody } from '@messaging-service/contract';
import { createEmulator, type Emulator } from '@messaging-service/emulator';
import {
  api,
  batch,
  later,
  MINUTE,
  messageRequest,
  paidBelow,
  START,
  test,
} from '@messaging-service/test-support';
import { describe, expect } from 'vitest';

const UNKNOWN = '0190f3c4-5b6a-7c8d-9e0f-1a2b3c4d5e6f';
const OTHER = { type: 'custom', value: 'OTHER' } as const;

describe('a refusal of the public API has its code, and a message that names what is wrong (ERR-1)', () => {
  test.each<[operation: string, options: api.CallOptions, error: object]>([
    [
      'POST /message',
      { body: messageRequest({ from: OTHER }) },
      { code: 'sender_not_owned', message: 'The account does not own the sender ID "OTHER".' },
    ],
    [
      'POST /batch',
      { body: batch({ message: 'x'.repeat(161) }), query: { allowMulti: 'false' } },
      { code: 'multipart_not_allowed', message: 'The message takes 2 units and allowMulti is false.' },
    ],
    [
      `GET /batch/${UNKNOWN}`,
      {},
      { code: 'batch_not_found', message: `The account has no batch ${UNKNOWN}.` },
    ],
    [
      `PATCH /account/${UNKNOWN}`,
      { body: {} },
      {
        code: 'account_not_found',
        message: `The organization has no account ${UNKNOWN}, or it was deleted.`,
      },
    ],
  ])('%s %j', async (operation, options, error) => {
    const emulator = createEmulator({ now: START });
    expect((await api.call(emulator, operation, options)).body).toEqual({ error });
  });

  test('the UUID of a message is not that of its batch, and the refusal says which one is (KEY-7)', async ({
    emulator,
  }) => {
    const { messageUuid, batchUuid } = await api.sendOne(emulator);
    const absent = `The account has no batch ${messageUuid}.`;
    const read = async (key: string) => (await api.call(emulator, `GET /batch/${messageUuid}`, { key })).body;
    expect(await read(emulator.account.apiKey)).toMatchObject({
      error: { message: `${absent} This is the UUID of a message: use its batch UUID, ${batchUuid}.` },
    });
    const { apiKey } = await api.createAccount(emulator, 'Other');
    expect(await read(apiKey)).toMatchObject({ error: { message: absent } });
  });

  test('a batch that was sent cannot be cancelled (BAT-9)', async ({ emulator }) => {
    const uuid = await api.sendBatch(emulator);
    const message = `The batch ${uuid} is not waiting to be sent, so it cannot be cancelled.`;
    expect((await api.call(emulator, `DELETE /batch/${uuid}`)).body).toEqual({
      error: { code: 'batch_not_pending', message },
    });
  });

  test.each(['uuid', 'id'] as const)(
    'a batch cannot have a %s that was used before (ERR-2)',
    async (name) => {
      const emulator = createEmulator({ now: START });
      await api.sendBatch(emulator, { uuid: UNKNOWN });
      const { body } = await api.call(emulator, 'POST /batch', {
        body: batch({ [name]: UNKNOWN.toUpperCase() }),
      });
      expect(body).toEqual({
        error: {
          code: 'duplicate_id',
          message: `The identifier ${UNKNOWN} was used before.`,
          issues: [{ path: 'uuid', message: 'was used before' }],
        },
      });
    },
  );

  test('a top-up needs credits of the organization, and a balance that is exact (CRD-9, CRD-12)', async () => {
    const poor = createEmulator({ now: START, organization: { credits: 5 } });
    expect(await topUp(poor, 6)).toEqual({
      code: 'insufficient_credits',
      message: 'The organization has 5 credits left, too few for a top-up of 6.',
    });
    expect(await topUp(createEmulator({ now: START }), Number.MAX_SAFE_INTEGER)).toEqual({
      code: 'invalid_request',
      message: 'The account cannot hold that many credits.',
      issues: [
        { path: 'topup', message: 'would take the balance beyond 2^53 - 1 credits, now or at a refill' },
      ],
    });
  });
});

async function topUp(emulator: Emulator, topup: number) {
  const body = { accountUuid: emulator.account.identifier, topup };
  return ((await api.call(emulator, 'PATCH /topup', { body })).body as ErrorBody).error;
}

test('a filter without a name is refused, instead of an index as its name', ({ emulator }) => {
  const number = '447700900123' as never;
  expect(() => emulator.messages(number)).toThrow(
    'The filter of messages() is not valid:\n  it must be an object, not a string',
  );
  expect(() => emulator.webhooks(number)).toThrow(
    'The filter of webhooks() is not valid:\n  it must be an object, not a string',
  );
});

describe('a refusal of a control has its code, and a message that names what is wrong (EMU-18)', () => {
  const refusal = (code: string, message: string, issues?: object[]) =>
    expect.objectContaining({ code, message, issues }) as Error;

  test('a result needs a message that is queued or sent, and a code that fits it (RCP-5)', async ({
    emulator,
  }) => {
    const { messageUuid, batchUuid } = await api.sendOne(emulator);
    const scheduled = await api.sendOne(emulator, { send_at: later(10 * MINUTE) });
    const before = emulator.snapshot();
    expect(() => emulator.deliver(UNKNOWN)).toThrow(refusal('not_found', `There is no message ${UNKNOWN}.`));
    expect(() => emulator.deliver(batchUuid)).toThrow(
      `There is no message ${batchUuid}. This is the UUID of a batch: use that of a message.`,
    );
    expect(() => emulator.deliver(undefined as never)).toThrow('There is no message undefined.');
    expect(() => emulator.deliver(messageUuid.toUpperCase())).toThrow(
      refusal(
        'conflict',
        `The message ${messageUuid} is delivered; only a queued or sent message can be delivered or failed.`,
      ),
    );
    expect(() => emulator.fail(scheduled.messageUuid)).toThrow(
      refusal(
        'conflict',
        `The message ${scheduled.messageUuid} is scheduled; only a queued or sent message can be delivered or failed.`,
      ),
    );
    const problem = 'must not be zero for a failure, because "00" means a delivery';
    expect(() => emulator.fail(messageUuid, '00')).toThrow(
      refusal('invalid_request', `The receipt code "00" ${problem}.`, [{ path: 'code', message: problem }]),
    );
    expect(emulator.snapshot()).toEqual(before);
  });

  test('a sender ID has one owner, and is not in the pool (SND-8)', async () => {
    const emulator = createEmulator({ now: START, sharedSenders: ['447700900980'] });
    const branch = (await api.createAccount(emulator)).identifier;
    await api.sendOne(emulator, { from: { type: 'shared' } });
    expect(() => emulator.registerSender(branch, 'DEMO')).toThrow(
      refusal('conflict', 'Another account owns the sender ID DEMO.'),
    );
    expect(() => emulator.registerSender(branch, '447700900980')).toThrow(
      refusal('conflict', 'The sender ID 447700900980 is in the shared pool.'),
    );
    expect(() => emulator.setSharedSenders(['DEMO'])).toThrow(
      refusal('conflict', 'An account owns the sender ID DEMO.'),
    );
    emulator.setSharedSenders([]);
    expect(() => emulator.registerSender(branch, '447700900980')).toThrow(
      refusal(
        'conflict',
        'The sender ID 447700900980 left the shared pool and is still locked to another account for at least one number.',
      ),
    );
  });

  test('a deleted account gets no sender ID and no notification (ACC-11)', async ({ emulator }) => {
    const { identifier } = await api.createAccount(emulator);
    await api.call(emulator, `DELETE /account/${identifier}`);
    expect(await api.account(emulator, identifier)).toMatchObject({ deleted: true });
    const deleted = refusal('account_not_found', `The account ${identifier} was deleted.`);
    expect(() => emulator.registerSender(identifier, 'SHOP')).toThrow(deleted);
    expect(() => emulator.createNotification(identifier, paidBelow(1))).toThrow(deleted);
  });

  test('an invalid URL does not hide the other problems of a notification', ({ emulator }) => {
    const share = { threshold_type: 'packaged_percentage', threshold_value: 67 } as const;
    const create = () =>
      emulator.createNotification(emulator.account.identifier, { url: 'ftp://shop.example', ...share });
    expect(create).toThrow(/threshold_value must be from 0 to 1/);
  });

  test('a webhook that is sent again keeps the form of its kind (RCP-6)', async ({ emulator }) => {
    await api.sendOne(emulator, { callback: 'https://shop.example/receipts' });
    const { id, payload } = emulator.webhooks()[0] ?? expect.unreachable('there is no webhook');
    const changed = (changes: object) => () => emulator.resendWebhook(id, { payload: changes });
    expect(changed({ ...(payload as object), delivered: 'yes', batchuuid: 7 })).toThrow(
      refusal(
        'invalid_request',
        'payload.delivered must be a boolean, not a string; payload.batchuuid must be a string, not a number',
        [
          { path: 'payload.delivered', message: 'must be a boolean, not a string' },
          { path: 'payload.batchuuid', message: 'must be a string, not a number' },
        ],
      ),
    );
    expect(changed([])).toThrow(
      refusal('invalid_request', 'payload must be an object, not an array', [
        { path: 'payload', message: 'must be an object, not an array' },
      ]),
    );
  });
});
