import { paidBelow } from '@messaging-service/test-support';
import { describe, expect, test } from 'vitest';
import { PLACES } from './subjects.ts';

describe.each(PLACES)('organizations, senders and notifications %s (EMU-15, EMU-18)', (_, open) => {
  test('the initial credentials are ready to use', async () => {
    const { controls, send } = await open();
    expect(controls.organization.apiKey).toMatch(/^[0-9a-f]{32}$/);
    expect(controls.accounts[0]).toEqual(controls.account);
    expect(controls.account.senders).toContain('DEMO');
    expect((await send()).status).toBe(200);
  });

  test('an account gets another sender ID', async () => {
    const { controls, send } = await open();
    const from = { type: 'custom', value: 'SHOP' };
    expect((await send({ from })).status).toBe(403);
    await controls.registerSender(controls.account.identifier, 'SHOP');
    expect((await send({ from })).status).toBe(200);
    await expect(async () => controls.registerSender(crypto.randomUUID(), 'OTHER')).rejects.toThrow(
      /account/,
    );
  });

  test('refuse sender IDs and organizations that are not valid, and nothing changes', async () => {
    const { controls } = await open();
    const before = JSON.stringify(await controls.snapshot());
    const { identifier } = controls.account;
    for (const sender of ['', ' ', 5 as never]) {
      await expect(async () => controls.registerSender(identifier, sender)).rejects.toThrow(/must be/);
      await expect(async () => controls.setSharedSenders([sender])).rejects.toThrow(/must be/);
    }
    await expect(async () => controls.createOrganization({ credits: -1 })).rejects.toThrow('negative');
    const misspelled = { creditz: 1 } as object;
    await expect(async () => controls.createOrganization(misspelled)).rejects.toThrow('mean "credits"');
    expect(JSON.stringify(await controls.snapshot())).toBe(before);
  });

  test('the pool of shared senders is replaced', async () => {
    const { controls, send } = await open();
    await controls.setSharedSenders(['447700900555', '447700900555']);
    expect(controls.sharedSenders).toEqual(['447700900555']);
    await send({ to: '447700900001', from: { type: 'shared' } });
    expect(await controls.messages()).toMatchObject([{ from: '447700900555' }]);
  });

  test('an organization is created with its key', async () => {
    const { controls } = await open();
    const created = await controls.createOrganization({ name: 'Shop', credits: 5 });
    expect(created.apiKey).toMatch(/^[0-9a-f]{32}$/);
    expect(created.identifier).not.toBe(controls.organization.identifier);
  });

  test('a credit notification is created with its UUID', async () => {
    const { controls } = await open();
    const { identifier } = controls.account;
    expect(await controls.createNotification(identifier, paidBelow(5))).toMatch(/^[0-9a-f-]{36}$/);
  });

  test('a credit notification that is not valid is refused with the wrong member', async () => {
    const { controls } = await open();
    const { identifier } = controls.account;
    await expect(async () =>
      controls.createNotification(identifier, paidBelow(5, '/credits')),
    ).rejects.toThrow(/url must be an absolute http or https URL/);
  });
});
