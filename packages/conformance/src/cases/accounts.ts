import { findAccount, withAccount } from '../probe/accounts.ts';
import { Violation } from '../service/verdict.ts';
import type { Case } from './case.ts';

const NEEDS = ['sending', 'organization-key'] as const;

/** Expressions outside standard cron. ACC-6. */
const EXTENDED = ['@hourly', '0 0 L * *'] as const;

/** Operations on an account that the case creates. */
export const accounts: readonly Case[] = [
  {
    id: 'accounts.create',
    clause: 'ACC-3, ACC-2, KEY-4',
    sentence: 'A new account has an identifier and a key of 32 hexadecimal characters, and is listed.',
    needs: NEEDS,
    run: (probe) =>
      withAccount(probe, async ({ identifier, apiKey }) => {
        if (!/^[0-9a-f]{32}$/i.test(apiKey))
          throw new Violation('its key does not have 32 hexadecimal characters');
        await findAccount(probe, identifier);
        await probe.succeed('batches.listPending', { key: apiKey });
      }),
  },
  {
    id: 'edit-account.edit',
    clause: 'ACC-4',
    sentence: 'An edit returns the status success, and changes only the given members.',
    needs: NEEDS,
    run: (probe) =>
      withAccount(probe, async ({ identifier: accountUuid }) => {
        const before = await findAccount(probe, accountUuid);
        const body = { paid_credits: { allow_negative: true, negative_limit: 7 } };
        const { status } = await probe.succeed('accounts.update', { path: { accountUuid }, body });
        if (status !== 'success') throw new Violation(`the status was ${status}`);
        const after = await findAccount(probe, accountUuid);
        const expected = { ...before, paid_credits: { ...before.paid_credits, ...body.paid_credits } };
        if (!isSame(after, expected)) throw new Violation(`the account is now ${JSON.stringify(after)}`);
      }),
  },
  {
    id: 'edit-account.standard-cron-only',
    clause: 'ACC-6',
    sentence: 'A schedule in extended syntax or with a predefined name returns 400.',
    needs: NEEDS,
    run: (probe) =>
      withAccount(probe, async ({ identifier: accountUuid }) => {
        for (const schedule of EXTENDED)
          await probe.expect(400, 'accounts.update', { path: { accountUuid }, body: { schedule } });
      }),
  },
  {
    id: 'top-up.adds-paid-credits',
    clause: 'ACC-8, CRD-9',
    sentence: 'A top-up adds paid credits.',
    needs: NEEDS,
    run: (probe) =>
      withAccount(probe, async ({ identifier: accountUuid }) => {
        await probe.succeed('accounts.topUp', { body: { accountUuid, topup: 1 } });
        const { remaining } = (await findAccount(probe, accountUuid)).paid_credits;
        if (remaining !== 1)
          throw new Violation(`a new account had ${remaining} paid credits after a top-up of 1`);
      }),
  },
  {
    id: 'accounts.deactivate',
    clause: 'ACC-10, ACC-2, KEY-6, ERR-3',
    sentence:
      'A deactivated account is listed as deleted, its key stops working, and it cannot be edited (404).',
    needs: NEEDS,
    run: (probe) =>
      withAccount(probe, async ({ identifier: accountUuid, apiKey }) => {
        const path = { accountUuid };
        await probe.expect(200, 'accounts.deactivate', { path });
        if (!(await findAccount(probe, accountUuid)).deleted)
          throw new Violation('it is not listed as deleted');
        await probe.refuse('batches.listPending', { key: apiKey });
        await probe.expect(404, 'accounts.update', { path, body: {} });
      }),
  },
];

/** Whether two values are equal, regardless of the order of members. */
function isSame(one: unknown, other: unknown): boolean {
  return canonical(one) === canonical(other);
}

function canonical(value: unknown): string {
  return JSON.stringify(value, (_, member: unknown) =>
    typeof member === 'object' && member !== null && !Array.isArray(member)
      ? Object.fromEntries(Object.entries(member).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : member,
  );
}
