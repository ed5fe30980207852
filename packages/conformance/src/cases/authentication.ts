import { expectRefused } from '../probe/expectations.ts';
import { UNKNOWN_KEY, UNKNOWN_UUID } from '../probe/unknown.ts';
import { Skipped } from '../service/verdict.ts';
import type { Case } from './case.ts';

/** API keys, and the errors of operations on accounts that a wrong key or UUID causes. */
export const authentication: readonly Case[] = [
  {
    id: 'authentication.key-required',
    clause: 'KEY-1, KEY-6',
    sentence: 'A call without a key is refused.',
    run: (probe) => probe.refuse('batches.listPending', { key: null }),
  },
  {
    id: 'authentication.key-known',
    clause: 'KEY-6',
    sentence: 'A call with an unknown key is refused.',
    run: (probe) => probe.refuse('batches.listPending', { key: UNKNOWN_KEY }),
  },
  {
    id: 'authentication.account-key-for-messages',
    clause: 'KEY-2, KEY-6',
    sentence: 'List pending batches takes an account key, not the organization key.',
    needs: ['organization-key'],
    run: (probe) => probe.refuse('batches.listPending', { key: probe.target.keys.organizationKey ?? null }),
  },
  {
    id: 'authentication.account-key-to-send',
    clause: 'KEY-2, KEY-6',
    sentence: 'Add message takes an account key, not the organization key.',
    needs: ['organization-key'],
    run: async (probe) => {
      const { organizationKey } = probe.target.keys;
      expectRefused(await probe.dryRun({ messages: [probe.message()] }, organizationKey));
    },
  },
  {
    id: 'authentication.organization-key-for-accounts',
    clause: 'KEY-3, KEY-6',
    sentence: 'List accounts takes the organization key, not an account key.',
    run: (probe) => probe.refuse('accounts.list', { key: probe.target.keys.accountKey }),
  },
  {
    id: 'authentication.organization-key-to-edit',
    clause: 'KEY-3, KEY-6',
    sentence: 'Edit account takes the organization key, not an account key.',
    needs: ['organization-key'],
    run: async (probe) => {
      const { accounts } = await probe.succeed('accounts.list');
      const account = accounts.find(({ deleted }) => !deleted);
      if (account === undefined) throw new Skipped('the organization has no account');
      // The body is empty, so that nothing changes if the service accepts it.
      const request = { path: { accountUuid: account.identifier }, body: {} };
      await probe.refuse('accounts.update', { ...request, key: probe.target.keys.accountKey });
    },
  },
  {
    id: 'edit-account.invalid-key',
    clause: 'ERR-3, KEY-6',
    sentence: 'Editing an account with an invalid key or without a key returns 400.',
    run: async (probe) => {
      for (const key of [UNKNOWN_KEY, null])
        await probe.expect(400, 'accounts.update', { path: { accountUuid: UNKNOWN_UUID }, body: {}, key });
    },
  },
  {
    id: 'edit-account.invalid-uuid',
    clause: 'ERR-3',
    sentence: 'Editing an account with an invalid UUID returns 400.',
    needs: ['organization-key'],
    run: (probe) => probe.expect(400, 'accounts.update', { path: { accountUuid: 'not-a-uuid' }, body: {} }),
  },
  {
    id: 'edit-account.unknown-account',
    clause: 'ERR-3',
    sentence: 'Editing an account that does not exist returns 404.',
    needs: ['organization-key'],
    run: (probe) => probe.expect(404, 'accounts.update', { path: { accountUuid: UNKNOWN_UUID }, body: {} }),
  },
  {
    id: 'top-up.unknown-account',
    clause: 'ERR-3',
    sentence: 'Topping up an account that does not exist returns 404.',
    needs: ['organization-key'],
    run: (probe) => probe.expect(404, 'accounts.topUp', { body: { accountUuid: UNKNOWN_UUID, topup: 1 } }),
  },
  {
    id: 'top-up.invalid-value',
    clause: 'ERR-3',
    sentence: 'A top-up with an invalid number of credits is refused.',
    needs: ['organization-key'],
    run: (probe) => probe.refuse('accounts.topUp', { body: { accountUuid: UNKNOWN_UUID, topup: 'many' } }),
  },
];
