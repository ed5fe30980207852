import type { Account, CreateAccountResponse } from '@messaging-service/contract';
import { type Asker, expectStatus } from '../probe/probe.ts';
import type { Case } from './case.ts';
import { Violation } from '../service/verdict.ts';

/** Does something with an account made for it, and deactivates it whatever comes of it. */
export async function withAccount<T>(
  asker: Asker,
  work: (account: CreateAccountResponse) => Promise<T>,
): Promise<T> {
  const account = await asker.succeed('accounts.create', { body: { name: 'Conformance check' } });
  try {
    return await work(account);
  } finally {
    await asker.call('accounts.deactivate', { path: { accountUuid: account.identifier } });
  }
}

/** One account as the list shows it. */
export async function listed(asker: Asker, identifier: string): Promise<Account> {
  const { accounts } = await asker.succeed('accounts.list');
  const account = accounts.find((one) => one.identifier === identifier);
  if (account === undefined) throw new Violation(`account ${identifier} is not listed`);
  return account;
}

const NEEDS = ['sending', 'organization-key'] as const;

/** Expressions that the standard does not have. ACC-6. */
const EXTENDED = ['@hourly', '0 0 L * *'] as const;

/** The life of an account, which is made for the question. */
export const accounts: readonly Case[] = [
  {
    id: 'accounts.create',
    clause: 'ACC-3, KEY-4',
    sentence: 'A new account has an identifier and a key of 32 hexadecimal characters, and is listed.',
    needs: NEEDS,
    run: (asker) =>
      withAccount(asker, async ({ identifier, apiKey }) => {
        if (!/^[0-9a-f]{32}$/i.test(apiKey)) throw new Violation('its key is something else');
        await listed(asker, identifier);
        await asker.succeed('batches.listPending', { key: apiKey });
      }),
  },
  {
    id: 'edit-account.edit',
    clause: 'ACC-4',
    sentence: 'An edit is answered with the status success, and changes what it names only.',
    needs: NEEDS,
    run: (asker) =>
      withAccount(asker, async ({ identifier: accountUuid }) => {
        const before = await listed(asker, accountUuid);
        const body = { paid_credits: { allow_negative: true, negative_limit: 7 } };
        const { status } = await asker.succeed('accounts.update', { path: { accountUuid }, body });
        if (status !== 'success') throw new Violation(`the status was ${status}`);
        const after = await listed(asker, accountUuid);
        const expected = { ...before, paid_credits: { ...before.paid_credits, ...body.paid_credits } };
        if (!isSame(after, expected)) throw new Violation(`the list shows ${JSON.stringify(after)}`);
      }),
  },
  {
    id: 'edit-account.standard-cron-only',
    clause: 'ACC-6',
    sentence: 'A schedule in extended syntax or by a predefined name is answered 400.',
    needs: NEEDS,
    run: (asker) =>
      withAccount(asker, async ({ identifier: accountUuid }) => {
        for (const schedule of EXTENDED) {
          const request = { path: { accountUuid }, body: { schedule } };
          expectStatus(await asker.call('accounts.update', request), 400);
        }
      }),
  },
  {
    id: 'top-up.adds-paid-credits',
    clause: 'ACC-8',
    sentence: 'A top-up adds paid credits.',
    needs: NEEDS,
    run: (asker) =>
      withAccount(asker, async ({ identifier: accountUuid }) => {
        await asker.succeed('accounts.topUp', { body: { accountUuid, topup: 1 } });
        const { remaining } = (await listed(asker, accountUuid)).paid_credits;
        if (remaining !== 1)
          throw new Violation(`a new account had ${remaining} credits after a top-up of 1`);
      }),
  },
  {
    id: 'accounts.deactivate',
    clause: 'ACC-10, ERR-3',
    sentence:
      'A deactivated account is listed as deleted, its key stops working, and it cannot be edited (404).',
    needs: NEEDS,
    run: (asker) =>
      withAccount(asker, async ({ identifier: accountUuid, apiKey }) => {
        const path = { accountUuid };
        expectStatus(await asker.call('accounts.deactivate', { path }), 200);
        if (!(await listed(asker, accountUuid)).deleted) throw new Violation('it is not listed as deleted');
        await asker.refuse('batches.listPending', { key: apiKey });
        expectStatus(await asker.call('accounts.update', { path, body: {} }), 404);
      }),
  },
];

/** Whether two answers say the same, in whatever order. */
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
