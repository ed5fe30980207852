import { hostOf } from '@messaging-service/emulator/host';
import {
  answering,
  numbers,
  paidBelow,
  type Served,
  sendServed,
  serve,
} from '@messaging-service/test-support';
import { describe, expect, test, vi } from 'vitest';

interface Group {
  kind: string;
  objects: { id: string; text: string; at?: string; accountUuid?: string }[];
  isCut: boolean;
}

/** The related objects by kind. */
async function relatedOf({ control }: Served, kind: string, id: string | number) {
  const { body } = await control<{ related: Group[] }>(
    `GET /related?kind=${kind}&id=${encodeURIComponent(id)}`,
  );
  return Object.fromEntries(body.related.map((group) => [group.kind, group.objects]));
}

const NUMBER = '447700900123';

/** A message that was charged, and whose webhook failed once and waits for the next attempt. */
async function retriedWebhook() {
  const served = await serve();
  const callback = await answering(500);
  await sendServed(served, { to: NUMBER, callback });
  await served.control('POST /settle');
  const { messageUuid, batchUuid } = served.emulator.messages()[0] ?? expect.unreachable('no message');
  const { entries } = await served.read<{ entries: { seq: number; batchUuid: string | null }[] }>(
    `/accounts/${served.accountUuid}/entries?offset=0`,
  );
  const webhook = served.emulator.webhooks()[0]?.id ?? '';
  const entry = entries.find((one) => one.batchUuid === batchUuid)?.seq;
  const ids = {
    request: '1',
    batch: batchUuid,
    message: messageUuid,
    phone: NUMBER,
    account: served.accountUuid,
    entry: String(entry),
    webhook,
    job: `attempt-webhook:${webhook}`,
  } as const;
  return { served, ids };
}

describe('the objects around a message', () => {
  test('are related to each other, each to all others', async () => {
    const { served, ids } = await retriedWebhook();
    const kinds = Object.keys(ids) as (keyof typeof ids)[];
    const missing: string[] = [];
    for (const kind of kinds) {
      const related = await relatedOf(served, kind, ids[kind]);
      expect(related[kind] ?? []).not.toContainEqual(expect.objectContaining({ id: ids[kind] }));
      for (const other of kinds) {
        const isFound = related[other]?.some(({ id }) => id === ids[other]) ?? false;
        if (other !== kind && !isFound) missing.push(`${kind} → ${other}`);
      }
    }
    expect(missing).toEqual([]);
  });

  test('are described in a few words', async () => {
    const { served, ids } = await retriedWebhook();
    const related = await relatedOf(served, 'account', ids.account);
    const texts = Object.fromEntries(
      Object.entries(related).map(([kind, objects]) => [kind, objects.map(({ text }) => text)]),
    );
    expect(texts).toMatchObject({
      request: ['#1 POST /message · 200'],
      message: [`+${NUMBER} · delivered`],
      phone: [`+${NUMBER}`],
      entry: expect.arrayContaining(['charged 1 credit']),
      webhook: ['delivery-receipt · pending'],
      job: ['webhook attempt 2'],
    });
  });
});

test('a scheduled batch is related to its hold and to the job that sends it, and a sent one to its charge', async () => {
  const served = await serve();
  await sendServed(served, { to: NUMBER, send_at: '2030-01-01T00:00Z' });
  const batch = served.emulator.messages()[0]?.batchUuid ?? '';
  expect(await relatedOf(served, 'batch', batch)).toMatchObject({
    entry: [{ text: 'held 1 credit', accountUuid: served.accountUuid }],
    job: [{ id: `send-batch:${batch}`, text: 'send the batch', at: '2030-01-01T00:00:00.000Z' }],
  });
  expect(await relatedOf(served, 'job', `send-batch:${batch}`)).toMatchObject({ batch: [{ id: batch }] });
  await served.control('POST /clock/next');
  const { entry, job } = await relatedOf(served, 'batch', batch);
  expect(entry?.map(({ text }) => text)).toEqual(['held 1 credit', 'released 1 credit', 'charged 1 credit']);
  expect(job).toBeUndefined();
});

test('the pending result of a message is one of its jobs', async () => {
  const served = await serve({ carrier: { after: '10m' } });
  await sendServed(served, { to: NUMBER });
  await served.control('POST /settle');
  const uuid = served.emulator.messages()[0]?.messageUuid ?? '';
  expect(await relatedOf(served, 'message', uuid)).toMatchObject({
    job: [{ id: `resolve-messages:${uuid}`, text: 'deliver' }],
  });
  expect(await relatedOf(served, 'job', `resolve-messages:${uuid}`)).toMatchObject({
    message: [{ id: uuid }],
    phone: [{ id: NUMBER }],
  });
});

test('a refused request is related to its destinations, and each of them to the request', async () => {
  const served = await serve();
  await sendServed(served, { to: NUMBER, from: { type: 'custom', value: 'OTHER' } });
  expect(await relatedOf(served, 'request', 1)).toMatchObject({ phone: [{ id: NUMBER }] });
  expect(await relatedOf(served, 'phone', NUMBER)).toMatchObject({
    request: [{ id: '1', text: '#1 POST /message · 403 sender_not_owned' }],
  });
});

test.each(['/topup', '/account'])('a top-up at %s is related to its request', async (path) => {
  const served = await serve();
  const { accountUuid, api } = served;
  if (path === '/topup') await api('PATCH /topup', { accountUuid: accountUuid.toUpperCase(), topup: 500 });
  else await api(`PATCH /account/${accountUuid}`, { topup: 500 });
  const { entry = [] } = await relatedOf(served, 'request', 1);
  expect(entry).toMatchObject([{ text: 'top-up of 500 credits' }]);
  expect(await relatedOf(served, 'entry', entry[0]?.id ?? '')).toMatchObject({
    request: [{ id: '1' }],
    account: [{ id: accountUuid }],
  });
});

test('an account that a body names any number of times is read once', async () => {
  const served = await serve();
  const { accountUuid, api, emulator } = served;
  await api('PATCH /topup', Array(1_000).fill(accountUuid));
  const find = vi.spyOn(hostOf(emulator).service.core.state.accounts, 'get');
  expect(await relatedOf(served, 'request', 1)).toMatchObject({ account: [{ id: accountUuid }] });
  expect(find.mock.calls).toEqual([[accountUuid]]);
});

test('a warning is related to the charge that caused it', async () => {
  const served = await serve();
  const { accountUuid, control } = served;
  const url = await answering(200);
  await control(`POST /accounts/${accountUuid}/notifications`, paidBelow(1_000, url));
  await sendServed(served, { to: NUMBER });
  await control('POST /settle');
  const id = served.emulator.webhooks()[0]?.id ?? '';
  const cause = await relatedOf(served, 'webhook', id);
  expect(cause).toMatchObject({
    entry: [{ text: 'charged 1 credit' }],
    message: [{}],
    request: [{ id: '1' }],
  });
  expect(await relatedOf(served, 'entry', cause.entry?.[0]?.id ?? '')).toMatchObject({ webhook: [{ id }] });
});

test('at most ten objects of a kind are returned, and the response says that there are more', async () => {
  const served = await serve();
  const destinations = numbers(12);
  await served.api('POST /batch', { from: 'DEMO', message: 'Hello', destinations });
  const { body } = await served.control<{ related: Group[] }>('GET /related?kind=request&id=1');
  const messages = body.related.find(({ kind }) => kind === 'message');
  expect(messages?.objects).toHaveLength(10);
  expect(messages?.isCut).toBe(true);
});

test.each([
  ['message', '00000000-0000-4000-8000-000000000000'],
  ['request', '99'],
  ['entry', '1'],
  ['entry', 'x'],
  ['job', 'send-batch:none'],
])('there is nothing related to a %s that does not exist', async (kind, id) => {
  const { control } = await serve();
  expect(await control(`GET /related?kind=${kind}&id=${id}`)).toMatchObject({
    status: 404,
    body: { error: { message: `There is no ${kind} ${id}.` } },
  });
});
