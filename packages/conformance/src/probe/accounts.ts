import type { Account, CreateAccountResponse } from '@messaging-service/contract';
import { Violation } from '../service/verdict.ts';
import type { Probe } from './probe.ts';

/** Runs something with a new account, which has some paid credits, and always deactivates the account afterwards. */
export async function withAccount<T>(
  probe: Probe,
  work: (account: CreateAccountResponse) => Promise<T>,
  topup = 0,
): Promise<T> {
  const account = await probe.succeed('accounts.create', { body: { name: 'Conformance check' } });
  const { identifier: accountUuid } = account;
  try {
    if (topup > 0) await probe.succeed('accounts.topUp', { body: { accountUuid, topup } });
    return await work(account);
  } finally {
    await probe.call('accounts.deactivate', { path: { accountUuid } });
  }
}

/** Finds an account in the list. */
export async function findAccount(probe: Probe, identifier: string): Promise<Account> {
  const { accounts } = await probe.succeed('accounts.list');
  const account = accounts.find((one) => one.identifier === identifier);
  if (account === undefined) throw new Violation(`account ${identifier} is not listed`);
  return account;
}

/** Describes an account whose balance is wrong; undefined when it is right. CRD-1. */
export function wrongBalance(account: Account): string | undefined {
  const { credits, held_credits, paid_credits, packaged_credits } = account;
  const expected = paid_credits.remaining + packaged_credits.remaining - held_credits;
  return credits === expected ? undefined : `shows ${credits} credits instead of ${expected}`;
}
