import { createEmulator } from '@messaging-service/emulator';
import { api, message, START, test } from '@messaging-service/test-support';
import { expect } from 'vitest';

const ID = '00000000-aaaa-bbbb-cccc-000000000001';
const OTHER = '00000000-aaaa-bbbb-cccc-000000000002';
const DUPLICATE = { status: 409, code: 'duplicate_id' };

test('the id of a message becomes its message UUID, and its batch gets one of its own (MSG-15)', async ({
  emulator,
}) => {
  const sent = await api.sendOne(emulator, { id: ID });
  expect(sent).toMatchObject({ id: ID, messageUuid: ID });
  expect(sent.batchUuid).not.toBe(ID);
});

test('an id that was used before is refused, and nothing is queued or charged (MSG-10, BAT-7, API-9)', async ({
  emulator,
}) => {
  await api.sendOne(emulator, { id: ID });
  await api.sendBatch(emulator, { uuid: ID });
  expect(await api.refuseMessages(emulator, [{ id: ID }])).toMatchObject(DUPLICATE);
  expect(await api.refuseBatch(emulator, { uuid: ID })).toMatchObject(DUPLICATE);
});

test('the refusal names every message whose id is repeated (MSG-10)', async ({ emulator }) => {
  await api.sendOne(emulator, { id: ID });
  const { issues } = await api.refuseMessages(emulator, [{}, { id: ID }, { id: OTHER }, { id: OTHER }]);
  expect(issues).toMatchObject([{ path: 'messages.1.id' }, { path: 'messages.3.id' }]);
});

test('an id in the defaults is valid for one message only (MSG-10, MSG-3)', async ({ emulator }) => {
  const defaults = { ...message(), id: ID };
  const body = { defaults, messages: [{}, {}] };
  expect(await api.refuse(emulator, 'POST /message', { body })).toMatchObject(DUPLICATE);
  await api.succeed(emulator, 'POST /message', { body: { defaults, messages: [{}] } });
});

test('upper and lower case are the same identifier (API-14)', async ({ emulator }) => {
  const upper = ID.toUpperCase();
  expect(await api.sendOne(emulator, { id: upper })).toMatchObject({ id: upper, messageUuid: ID });
  expect(await api.refuseMessages(emulator, [{ id: ID }])).toMatchObject(DUPLICATE);
  const identifier = await api.sendBatch(emulator, { uuid: upper });
  expect((await api.call(emulator, `GET /batch/${identifier.toUpperCase()}`)).status).toBe(200);
});

test('messages and batches do not share their identifiers (MSG-15)', async ({ emulator }) => {
  await api.sendOne(emulator, { id: ID });
  expect(await api.sendBatch(emulator, { uuid: ID })).toBe(ID);
  expect(emulator.messages()).toHaveLength(3);
});

test('the batch of an add-message message cannot be taken by an add-batch batch (BAT-7, MSG-7)', async ({
  emulator,
}) => {
  const { batchUuid } = await api.sendOne(emulator);
  expect(await api.refuseBatch(emulator, { uuid: batchUuid })).toMatchObject(DUPLICATE);
});

test('an identifier of a caller never equals one that the seed generates later (MSG-15)', async () => {
  const [, made] = await api.send(createEmulator({ now: START }), [{}, {}, {}]);
  const emulator = createEmulator({ now: START });
  await api.sendOne(emulator, { id: made?.batchUuid });
  await api.send(emulator, [{}, {}, {}]);
  const messages = emulator.messages();
  expect(new Set(messages.map(({ messageUuid }) => messageUuid)).size).toBe(4);
  expect(messages).toHaveLength(4);
});

test('nor does that of a batch, or a later one in the same request (MSG-15)', async () => {
  const [first, second] = await api.send(createEmulator({ now: START }), [{}, {}]);
  const emulator = createEmulator({ now: START });
  await api.sendBatch(emulator, { uuid: second?.messageUuid, destinations: ['447700900001'] });
  const batches = (await api.send(emulator, [{}, {}, {}])).map(({ batchUuid }) => batchUuid);
  expect(new Set([second?.messageUuid, ...batches]).size).toBe(4);
  const another = createEmulator({ now: START });
  const sent = await api.send(another, [{}, { id: first?.messageUuid }]);
  expect(sent[0]?.messageUuid).not.toBe(sent[1]?.messageUuid);
});
