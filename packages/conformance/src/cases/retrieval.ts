import { type Account, DELIVERED_CODE } from '@messaging-service/contract';
import type { Asker } from '../probe/probe.ts';
import type { Case } from './case.ts';
import { Violation } from '../service/verdict.ts';

async function eachAccount(asker: Asker, fault: (account: Account) => string | undefined): Promise<void> {
  const { accounts } = await asker.succeed('accounts.list');
  for (const account of accounts) {
    const found = fault(account);
    if (found !== undefined) throw new Violation(`account ${account.identifier} ${found}`);
  }
}

/** What is wrong with the balance of an account. CRD-1. */
export function wrongBalance(account: Account): string | undefined {
  const { credits, held_credits, paid_credits, packaged_credits } = account;
  const due = paid_credits.remaining + packaged_credits.remaining - held_credits;
  return credits === due ? undefined : `shows ${credits} credits instead of ${due}`;
}

/** What can be looked at without leaving a trace. */
export const reading: readonly Case[] = [
  {
    id: 'pending-batches.list',
    clause: 'BAT-8',
    sentence: 'The pending batches are listed, each with identifier, time, sender and number of messages.',
    needs: [],
    run: async (asker) => {
      await asker.succeed('batches.listPending');
    },
  },
  {
    id: 'receipt-codes.list',
    clause: 'RCP-4',
    sentence: 'The receipt codes are listed, and 00 among them.',
    needs: [],
    run: async (asker) => {
      const codes = await asker.succeed('receiptCodes.list');
      if (!codes.some(({ code }) => code === DELIVERED_CODE))
        throw new Violation('00 is not among the codes');
    },
  },
  {
    id: 'accounts.list',
    clause: 'ACC-2, ACC-1',
    sentence: 'The accounts are listed, each with its credits and their configuration.',
    needs: ['organization-key'],
    run: async (asker) => {
      await asker.succeed('accounts.list');
    },
  },
  {
    id: 'accounts.balance',
    clause: 'CRD-1',
    sentence: 'The balance is paid plus packaged minus held credits.',
    needs: ['organization-key'],
    run: (asker) => eachAccount(asker, wrongBalance),
  },
  {
    id: 'accounts.packaged-not-negative',
    clause: 'CRD-7',
    sentence: 'Packaged credits are never negative.',
    needs: ['organization-key'],
    run: (asker) =>
      eachAccount(asker, ({ packaged_credits: { remaining } }) =>
        remaining < 0 ? `has ${remaining} packaged credits` : undefined,
      ),
  },
  {
    id: 'accounts.paid-within-limit',
    clause: 'CRD-8',
    sentence: 'Paid credits are negative only where the account may go into debt, and within its limit.',
    needs: ['organization-key'],
    run: (asker) =>
      eachAccount(asker, ({ paid_credits: { remaining, allow_negative, negative_limit } }) => {
        const floor = !allow_negative ? 0 : -Math.abs(negative_limit ?? Number.POSITIVE_INFINITY);
        return remaining < floor ? `has ${remaining} paid credits, and may have ${floor}` : undefined;
      }),
  },
  {
    id: 'accounts.secret-not-shown',
    clause: 'ACC-5',
    sentence: 'The secret of inbound webhooks is not shown.',
    needs: ['organization-key'],
    run: (asker) =>
      eachAccount(asker, ({ mo }) => ('mo_webhook_secret' in mo ? 'shows mo_webhook_secret' : undefined)),
  },
];
