import { expectRefusal, expectStatus } from '../probe/probe.ts';
import type { Case } from './case.ts';
import { Unasked } from '../service/verdict.ts';

/** A key that nobody has. */
export const UNKNOWN_KEY = '00000000000000000000000000000000';
/** A UUID that nothing has. */
export const UNKNOWN_UUID = '00000000-0000-4000-8000-000000000000';

/** Who may call what. KEY-1. */
export const authentication: readonly Case[] = [
  {
    id: 'authentication.key-required',
    clause: 'KEY-1',
    sentence: 'A call without a key is refused.',
    needs: [],
    run: async (asker) => {
      await asker.refuse('batches.listPending', { key: null });
    },
  },
  {
    id: 'authentication.key-known',
    clause: 'KEY-1',
    sentence: 'A call with a key that nobody has is refused.',
    needs: [],
    run: async (asker) => {
      await asker.refuse('batches.listPending', { key: UNKNOWN_KEY });
    },
  },
  {
    id: 'authentication.account-key-for-messages',
    clause: 'KEY-2',
    sentence: 'Get pending batches takes an account key, not the organization key.',
    needs: ['organization-key'],
    run: async (asker) => {
      const key = asker.target.keys.organizationKey ?? null;
      await asker.refuse('batches.listPending', { key });
    },
  },
  {
    id: 'authentication.account-key-to-send',
    clause: 'KEY-2',
    sentence: 'Add message takes an account key, not the organization key.',
    needs: ['organization-key'],
    run: async (asker) => {
      const { organizationKey } = asker.target.keys;
      expectRefusal(await asker.dryRun({ messages: [asker.message()] }, organizationKey));
    },
  },
  {
    id: 'authentication.organization-key-for-accounts',
    clause: 'KEY-3',
    sentence: 'List accounts takes the organization key, not an account key.',
    needs: [],
    run: async (asker) => {
      await asker.refuse('accounts.list', { key: asker.target.keys.accountKey });
    },
  },
  {
    id: 'authentication.organization-key-to-edit',
    clause: 'KEY-3',
    sentence: 'Edit account takes the organization key, not an account key.',
    needs: ['organization-key'],
    run: async (asker) => {
      const { accounts } = await asker.succeed('accounts.list');
      const account = accounts.find(({ deleted }) => !deleted);
      if (account === undefined) throw new Unasked('the organization has no account');
      // An edit of nothing: where it is taken, nothing has changed.
      const request = { path: { accountUuid: account.identifier }, body: {} };
      await asker.refuse('accounts.update', { ...request, key: asker.target.keys.accountKey });
    },
  },
  {
    id: 'edit-account.invalid-key',
    clause: 'ERR-3',
    sentence: 'Editing an account with an invalid key, or without one, is answered 400.',
    needs: [],
    run: async (asker) => {
      for (const key of [UNKNOWN_KEY, null]) {
        const request = { path: { accountUuid: UNKNOWN_UUID }, body: {}, key };
        expectStatus(await asker.call('accounts.update', request), 400);
      }
    },
  },
  {
    id: 'edit-account.invalid-uuid',
    clause: 'ERR-3',
    sentence: 'Editing an account by what is no UUID is answered 400.',
    needs: ['organization-key'],
    run: async (asker) => {
      const request = { path: { accountUuid: 'no-uuid' }, body: {} };
      expectStatus(await asker.call('accounts.update', request), 400);
    },
  },
  {
    id: 'edit-account.unknown-account',
    clause: 'ERR-3',
    sentence: 'Editing an account that does not exist is answered 404.',
    needs: ['organization-key'],
    run: async (asker) => {
      const request = { path: { accountUuid: UNKNOWN_UUID }, body: {} };
      expectStatus(await asker.call('accounts.update', request), 404);
    },
  },
  {
    id: 'top-up.unknown-account',
    clause: 'ERR-3',
    sentence: 'Topping up an account that does not exist is answered 404.',
    needs: ['organization-key'],
    run: async (asker) => {
      const body = { accountUuid: UNKNOWN_UUID, topup: 1 };
      expectStatus(await asker.call('accounts.topUp', { body }), 404);
    },
  },
  {
    id: 'top-up.invalid-value',
    clause: 'ERR-3',
    sentence: 'A top-up without a valid number of credits is refused.',
    needs: ['organization-key'],
    run: async (asker) => {
      const body = { accountUuid: UNKNOWN_UUID, topup: 'many' };
      expectRefusal(await asker.call('accounts.topUp', { body }));
    },
  },
];
