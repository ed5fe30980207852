import { type Account, DELIVERED_CODE } from '@messaging-service/contract';
import { wrongBalance } from '../probe/accounts.ts';
import type { Probe } from '../probe/probe.ts';
import { Violation } from '../service/verdict.ts';
import type { Case } from './case.ts';

async function eachAccount(probe: Probe, check: (account: Account) => string | undefined): Promise<void> {
  const { accounts } = await probe.succeed('accounts.list');
  for (const account of accounts) {
    const issue = check(account);
    if (issue !== undefined) throw new Violation(`account ${account.identifier} ${issue}`);
  }
}

/** Operations that only read. */
export const retrieval: readonly Case[] = [
  {
    id: 'pending-batches.list',
    clause: 'BAT-8',
    sentence: 'The pending batches are listed, each with identifier, time, sender and number of messages.',
    run: (probe) => probe.succeed('batches.listPending'),
  },
  {
    id: 'receipt-codes.list',
    clause: 'RCP-4',
    sentence: 'The receipt codes are listed, and include 00.',
    run: async (probe) => {
      const codes = await probe.succeed('receiptCodes.list');
      if (!codes.some(({ code }) => code === DELIVERED_CODE))
        throw new Violation('the codes do not include 00');
    },
  },
  {
    id: 'accounts.list',
    clause: 'ACC-1, ACC-2',
    sentence: 'The accounts are listed, each with its credits and their configuration.',
    needs: ['organization-key'],
    run: (probe) => probe.succeed('accounts.list'),
  },
  {
    id: 'accounts.balance',
    clause: 'CRD-1',
    sentence: 'The balance is paid plus packaged minus held credits.',
    needs: ['organization-key'],
    run: (probe) => eachAccount(probe, wrongBalance),
  },
  {
    id: 'accounts.packaged-not-negative',
    clause: 'CRD-7',
    sentence: 'Packaged credits are never negative.',
    needs: ['organization-key'],
    run: (probe) =>
      eachAccount(probe, ({ packaged_credits: { remaining } }) =>
        remaining < 0 ? `has ${remaining} packaged credits` : undefined,
      ),
  },
  {
    id: 'accounts.paid-within-limit',
    clause: 'CRD-8',
    sentence: 'Paid credits are negative only if the account permits it, and within its limit.',
    needs: ['organization-key'],
    run: (probe) =>
      eachAccount(probe, ({ paid_credits: { remaining, allow_negative, negative_limit } }) => {
        const floor = !allow_negative ? 0 : -Math.abs(negative_limit ?? Number.POSITIVE_INFINITY);
        return remaining < floor ? `has ${remaining} paid credits, but the minimum is ${floor}` : undefined;
      }),
  },
  {
    id: 'accounts.secret-not-shown',
    clause: 'ACC-5',
    sentence: 'The secret of inbound webhooks is not returned.',
    needs: ['organization-key'],
    run: (probe) =>
      eachAccount(probe, ({ mo }) => ('mo_webhook_secret' in mo ? 'shows mo_webhook_secret' : undefined)),
  },
];
