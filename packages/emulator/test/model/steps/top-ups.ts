import assert from 'node:assert/strict';
import fc from 'fast-check';
import { floorOf, type ModelAccount } from '../nouns.ts';
import { accounts } from '../parts.ts';
import { step } from '../step.ts';
import { keyFor } from './accounts.ts';

/** Tops an account up, on either path. */
function topUp(index: number, credits: number, path: 'topup' | 'account', stranger: boolean) {
  const who = stranger ? 'the other organization tops up' : 'tops up';
  return step(`${who} account ${index} by ${credits}, PATCH /${path}`, {
    check: (model) => model.accounts.length > index,
    act: async (model, world) => {
      const account = model.accounts[index] as ModelAccount;
      const key = keyFor(model, account, stranger);
      const refusal = refusalOf(account, credits, stranger);
      const answer =
        path === 'topup'
          ? await world.send('PATCH', `/topup?key=${key}`, { accountUuid: account.uuid, topup: credits })
          : await world.send('PATCH', `/account/${account.uuid}?key=${key}`, { topup: credits });
      assert.equal(answer.code, refusal);
      if (refusal !== undefined) return;
      assert.equal(answer.status, 200);
      if (path === 'topup') assert.deepEqual(answer.body, {});
      account.paid += credits;
      account.belowFloor &&= account.paid < floorOf(account);
      if (account.organization.credits !== null) account.organization.credits -= credits;
    },
  });
}

function refusalOf(
  { deleted, organization }: ModelAccount,
  credits: number,
  stranger: boolean,
): string | undefined {
  if (credits < 1) return 'invalid_request';
  if (deleted || stranger) return 'account_not_found';
  return (organization.credits ?? Infinity) < credits ? 'insufficient_credits' : undefined;
}

export const topUpSteps = fc
  .tuple(
    accounts,
    fc.oneof({ weight: 6, arbitrary: fc.integer({ min: 1, max: 30 }) }, fc.constantFrom(-1, 0, 1_000)),
    fc.constantFrom<'topup' | 'account'>('topup', 'account'),
    fc.constantFrom(false, false, false, false, true),
  )
  .map((change) => topUp(...change));
