import { api, paidBelow, sendServed, serve } from '@messaging-service/test-support';
import { describe, expect, test } from 'vitest';

describe('accounts', () => {
  test('are listed with keys, senders, notifications and the next five times of the schedule', async () => {
    const { api: call, control, read, accountKey, accountUuid } = await serve();
    await call(`PATCH /account/${accountUuid}`, {
      schedule: '0 0 * * 1',
      mo: { mo_webhook_secret: 'secret' },
    });
    await control(`POST /accounts/${accountUuid}/notifications`, paidBelow(100));
    expect(await read('/accounts')).toMatchObject({
      organizations: [{ identifier: expect.any(String), creditSystem: true }],
      accounts: [
        {
          identifier: accountUuid,
          apiKey: accountKey,
          credits: 1_000,
          senders: ['DEMO', '447700900990'],
          signsInbound: true,
          notifications: [{ thresholdType: 'paid_fixed_number', thresholdValue: 100, armed: true }],
          nextRuns: [2, 9, 16, 23]
            .map((day) => `2026-03-${String(day).padStart(2, '0')}T00:00:00.000Z`)
            .concat('2026-03-30T00:00:00.000Z'),
        },
      ],
    });
  });
});

describe('GET /accounts', () => {
  test('lists an account without senders, schedule and secret, and one that was deleted', async () => {
    const served = await serve();
    const { identifier } = await api.createAccount(served.emulator);
    const edit = { schedule: '0 0 * * *', mo: { mo_webhook_secret: 'a secret of at least sixteen' } };
    await served.api(`PATCH /account/${identifier}`, edit);
    const accounts = async () => (await served.read<{ accounts: object[] }>('/accounts')).accounts;
    const nextRuns = [2, 3, 4, 5, 6].map((day) => `2026-03-0${day}T00:00:00.000Z`);
    expect((await accounts())[1]).toMatchObject({ senders: [], signsInbound: true, nextRuns });
    await served.api(`DELETE /account/${identifier}`);
    expect((await accounts())[1]).toMatchObject({ deleted: true, nextRuns: [] });
    expect((await accounts())[0]).toMatchObject({ signsInbound: false, nextRuns: [] });
  });

  test('lists the locks of the account only', async () => {
    const served = await serve();
    await sendServed(served, { from: { type: 'shared' } });
    const { identifier } = await api.createAccount(served.emulator);
    expect(await served.read(`/accounts/${identifier}/locks`)).toEqual({ locks: [], total: 0 });
  });
});
