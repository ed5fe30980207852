import { RECEIPT_CODES } from '@messaging-service/contract';
import { createEmulator } from '@messaging-service/emulator';
import { api, START, test } from '@messaging-service/test-support';
import { expect } from 'vitest';

const callback = 'https://shop.example/receipts';
const accepting = { fetch: () => Promise.resolve(new Response()) };
/** A number that delivers, one that fails, and one without a receipt. */
const destinations = ['447700900001', '447700900822', '447700900700'];

test('counts tell how many messages there are and how many were delivered or failed (RCP-1)', async ({
  emulator,
}) => {
  const uuid = await api.sendBatch(emulator, { destinations });
  expect(await api.call(emulator, `GET /batch/${uuid}`)).toEqual({
    status: 200,
    body: { counts: { total: 3, delivered: 1, failed: 1 } },
  });
});

test.each([
  ['true', ['counts', 'details']],
  ['false', ['counts']],
])('with details=%s a batch has %j (RCP-2, API-15)', async (details, members) => {
  const emulator = createEmulator({ now: START });
  const uuid = await api.sendBatch(emulator, { destinations });
  const { body } = await api.call(emulator, `GET /batch/${uuid}`, { query: { details } });
  expect(Object.keys(body as object)).toEqual(members);
});

test('without a callback the info of every message is null (RCP-3)', async ({ emulator }) => {
  const uuid = await api.sendBatch(emulator, { destinations });
  const ids = emulator.messages().map(({ messageUuid }) => messageUuid);
  const detail = (index: number, delivered: boolean, failed: boolean) => ({
    destination: `+${destinations[index]}`,
    delivered,
    failed,
    batchuuid: uuid,
    messageuuid: ids[index],
    info: null,
  });
  expect((await api.receipts(emulator, uuid)).details).toEqual([
    detail(0, true, false),
    detail(1, false, true),
    detail(2, false, false),
  ]);
});

test('with a callback it has code and description, and is null until the network has reported (RCP-3)', async () => {
  const emulator = createEmulator({ now: START, webhooks: accepting });
  const { details } = await api.receipts(emulator, await api.sendBatch(emulator, { destinations, callback }));
  expect(details?.map(({ info }) => info)).toEqual([
    { code: '00', description: 'Successful' },
    { code: '22', description: 'No response from the SME (e.g. phone switched off)' },
    null,
  ]);
});

test('the catalog of receipt codes begins with the published ones, each described, none twice (RCP-4)', async ({
  emulator,
}) => {
  const { status, body } = await api.call(emulator, 'GET /dr-responses');
  expect(status).toBe(200);
  const codes = body as { code: string; description: string }[];
  expect(codes.slice(0, 4)).toEqual(RECEIPT_CODES);
  expect(codes.map((entry) => Object.keys(entry).join())).toEqual(codes.map(() => 'code,description'));
  expect(new Set(codes.map(({ code }) => code)).size).toBe(codes.length);
});

test('both kinds of key can read the catalog, and a call without a key cannot (RCP-4)', async ({
  emulator,
}) => {
  for (const key of [emulator.account.apiKey, emulator.organization.apiKey]) {
    expect((await api.call(emulator, 'GET /dr-responses', { key })).status).toBe(200);
  }
  for (const key of [null, '', 'f'.repeat(32)]) {
    const refusal = await api.refuse(emulator, 'GET /dr-responses', { key });
    expect(refusal).toEqual({ status: 400, code: 'invalid_key' });
  }
});

test('every code that test numbers and rules produce without a setting is in the catalog (RCP-4)', async ({
  emulator,
}) => {
  await api.sendBatch(emulator, {
    channel: 'rcs',
    destinations: ['447700900001', '447700900701', '447700900702', '447700900800'],
  });
  const { body } = await api.call(emulator, 'GET /dr-responses');
  for (const { receipt } of emulator.messages()) expect(body).toContainEqual(receipt);
});
