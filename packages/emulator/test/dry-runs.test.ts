import { createEmulator } from '@messaging-service/emulator';
import { api, batch, later, MINUTE, message, START, test } from '@messaging-service/test-support';
import { describe, expect } from 'vitest';

const ID = '00000000-aaaa-bbbb-cccc-000000000001';
const UUID = expect.stringMatching(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/) as string;

describe.each([{ isDryrun: 'true' }, { dryRun: '1' }])('a dry run spelled %j', (query) => {
  test('of add-message returns the same shape and changes nothing (MSG-9)', async ({ emulator }) => {
    const before = emulator.snapshot();
    const messages = [
      message({ id: ID, callback: 'https://shop.example/receipts', channels: ['rcs', 'sms'] }),
      message({ from: { type: 'shared' }, send_at: later(10 * MINUTE) }),
    ];
    expect(await api.call(emulator, 'POST /message', { body: { messages }, query })).toEqual({
      status: 200,
      body: {
        messages: [
          { ...messages[0], batchUuid: UUID, messageUuid: ID, scheduled: false },
          {
            ...messages[1],
            from: { type: 'shared', value: expect.stringMatching(/^44770090098\d$/) as string },
            batchUuid: UUID,
            messageUuid: UUID,
            scheduled: true,
          },
        ],
      },
    });
    expect(emulator.snapshot()).toEqual(before);
    await emulator.clock.advance('1d');
    expect(emulator.messages()).toEqual([]);
    expect(emulator.webhooks()).toEqual([]);
  });

  test('of add-batch returns the same shape and changes nothing (BAT-6)', async ({ emulator }) => {
    const before = emulator.snapshot();
    for (const body of [
      batch({ callback: 'https://shop.example/receipts' }),
      batch({ at: later(10 * MINUTE) }),
    ]) {
      expect(await api.succeed(emulator, 'POST /batch', { body, query })).toEqual({ identifier: UUID });
    }
    const body = batch({ uuid: ID });
    expect(await api.succeed(emulator, 'POST /batch', { body, query })).toEqual({ identifier: ID });
    expect(emulator.snapshot()).toEqual(before);
  });
});

test('with a flag that is false messages and batches are queued (API-15)', async ({ emulator }) => {
  const query = { isDryrun: 'false' };
  await api.call(emulator, 'POST /message', { body: { messages: [message()] }, query });
  await api.call(emulator, 'POST /batch', { body: batch(), query });
  expect(emulator.messages()).toHaveLength(3);
});

test.each([{ isDryrun: 'yes' }, { dryrun: 'true' }])(
  'the flag %j is refused rather than guessed, because a mistyped dry run would send (API-15, API-6)',
  async (query) => {
    const emulator = createEmulator({ now: START });
    const refusal = { status: 400, issues: [{ path: Object.keys(query)[0] }] };
    const body = { messages: [message()] };
    expect(await api.refuse(emulator, 'POST /message', { body, query })).toMatchObject(refusal);
    expect(await api.refuse(emulator, 'POST /batch', { body: batch(), query })).toMatchObject(refusal);
    expect(emulator.messages()).toEqual([]);
  },
);

test('a dry run is refused for the same reasons as the real call (MSG-9)', async () => {
  const emulator = createEmulator({
    now: START,
    sharedSenders: [],
    accounts: [{ senders: ['DEMO'], credits: 1 }],
  });
  await api.send(emulator, [{ id: ID, body: 'x' }]);
  const before = emulator.snapshot();
  const query = { isDryrun: 'true' };
  const attempt = async (members: object) => (await api.refuseMessages(emulator, [members], { query })).code;
  expect(await attempt({ to: '12' })).toBe('invalid_request');
  expect(await attempt({ from: { type: 'custom', value: 'OTHER' } })).toBe('sender_not_owned');
  expect(await attempt({ id: ID })).toBe('duplicate_id');
  expect(await attempt({ from: { type: 'shared' } })).toBe('shared_sender_unavailable');
  expect(await attempt({})).toBe('insufficient_credits');
  const oneUnit = { query: { ...query, allowMulti: 'false' } };
  const long = await api.refuseBatch(emulator, { message: 'x'.repeat(161) }, oneUnit);
  expect(long).toEqual({ status: 400, code: 'multipart_not_allowed' });
  expect(await api.refuseBatch(emulator, {}, { query })).toMatchObject({ status: 402 });
  expect(emulator.snapshot()).toEqual(before);
});
