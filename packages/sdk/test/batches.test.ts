import { RequestValidationError } from '@messaging-service/sdk';
import { describe, expect } from 'vitest';
import { BATCH_UUID, batch, createFullClient, failureOf, UUID_V7 } from './samples.ts';
import { ACCOUNT_KEY, test } from './scripted-service.ts';

describe('the body of a batch: both spellings are written (API-7)', () => {
  test.for(['uuid', 'id'] as const)(
    'an identifier that is passed as %s is sent as uuid and as id',
    async (name, { service }) => {
      service.answer(200, { identifier: BATCH_UUID });
      await createFullClient(service.url).batches.send({ ...batch, [name]: BATCH_UUID });
      expect(service.received[0]?.body).toEqual({ ...batch, uuid: BATCH_UUID, id: BATCH_UUID });
    },
  );

  test.for(['at', 'send_at'] as const)(
    'a time that is passed as %s is sent as at and as send_at',
    async (name, { service }) => {
      service.answer(200, { identifier: BATCH_UUID });
      const client = createFullClient(service.url);
      await client.batches.send({ ...batch, [name]: '2030-01-01T09:00Z' });
      await client.batches.send({ ...batch, [name]: new Date(Date.UTC(2030, 0, 1, 9)) });
      const [text, date] = service.received.map(({ body }) => body);
      expect(text).toMatchObject({ ...batch, at: '2030-01-01T09:00Z', send_at: '2030-01-01T09:00Z' });
      const instant = '2030-01-01T09:00:00.000Z';
      expect(date).toMatchObject({ ...batch, at: instant, send_at: instant });
    },
  );

  test('a uuid is generated if there is none, and errors name it (BAT-7)', async ({ service }) => {
    service.script((response) => response.destroy());
    const error = await failureOf(createFullClient(service.url).batches.send(batch));
    const [{ uuid, id }] = service.received.map(({ body }) => body) as [{ uuid: string; id: string }];
    expect(uuid).toMatch(UUID_V7);
    expect(id).toBe(uuid);
    expect(error).toMatchObject({ ids: [uuid] });
  });

  test('two different spellings are refused, because it is unclear which one is meant (API-7)', async ({
    service,
  }) => {
    const { batches } = createFullClient(service.url);
    const error = await failureOf(
      batches.send({ ...batch, at: '2030-01-01T09:00Z', send_at: '2031-01-01T09:00Z' }),
    );
    expect(error).toBeInstanceOf(RequestValidationError);
    expect(error).toMatchObject({ issues: [{ path: 'send_at' }] });
    expect(service.received).toEqual([]);
  });
});

describe('flags of batches and receipts', () => {
  test('a dry run is requested in both spellings, and allowMulti as it is set (API-7, BAT-5)', async ({
    service,
  }) => {
    service.answer(200, { identifier: BATCH_UUID });
    const { batches } = createFullClient(service.url);
    await batches.send(batch, { dryRun: true, allowMulti: false });
    await batches.send(batch, { dryRun: false, allowMulti: true });
    expect(service.received.map(({ query }) => query)).toEqual([
      { key: ACCOUNT_KEY, isDryrun: 'true', dryRun: 'true', allowMulti: 'false' },
      { key: ACCOUNT_KEY, allowMulti: 'true' },
    ]);
  });

  test('details are requested, and must then exist (RCP-2)', async ({ service }) => {
    const counts = { total: 1, delivered: 1, failed: 0 };
    const details = [
      {
        destination: '+447700900123',
        delivered: true,
        failed: false,
        batchuuid: BATCH_UUID,
        messageuuid: BATCH_UUID,
        info: { code: '00', description: 'Successful' },
      },
    ];
    const { batches } = createFullClient(service.url);
    service.answer(200, { counts, details });
    expect(await batches.receipts(BATCH_UUID, { details: true })).toEqual({ counts, details });
    expect(service.received[0]?.query).toEqual({ key: ACCOUNT_KEY, details: 'true' });
    service.answer(200, { counts });
    const error = await failureOf(batches.receipts(BATCH_UUID, { details: true }));
    expect(error).toMatchObject({ name: 'UnexpectedResponseError', issues: [{ path: 'details' }] });
    expect(await batches.receipts(BATCH_UUID, { details: false })).toEqual({ counts });
    expect(service.received.at(-1)?.query).toEqual({ key: ACCOUNT_KEY });
    await batches.receipts(BATCH_UUID, { details: undefined });
    expect(service.received.at(-1)?.url).toBe(`/batch/${BATCH_UUID}?key=${ACCOUNT_KEY}`);
    expect(service.received.at(-1)?.query).toEqual({ key: ACCOUNT_KEY });
  });
});

describe('editing an account: both spellings of the refill flag (API-7, CRD-11)', () => {
  test.for([true, false])(
    'schedule_refill %s is written as schedule_reset_to_zero too',
    async (flag, { service }) => {
      service.answer(200, { status: 'success' });
      const changes = {
        packaged_credits: { schedule_refill: flag },
        paid_credits: { schedule_reset_to_zero: true },
      };
      await createFullClient(service.url).accounts.update(BATCH_UUID, changes);
      expect(service.received[0]?.body).toEqual({
        packaged_credits: { schedule_refill: flag, schedule_reset_to_zero: flag },
        paid_credits: { schedule_reset_to_zero: true },
      });
    },
  );

  test('changes that do not touch it are sent unchanged, including null (ACC-4)', async ({ service }) => {
    service.answer(200, { status: 'success' });
    const changes = { paid_credits: { negative_limit: null }, mo: { mo_webhook_url: '' }, schedule: null };
    await createFullClient(service.url).accounts.update(BATCH_UUID, changes);
    expect(service.received[0]?.body).toEqual(changes);
  });
});
