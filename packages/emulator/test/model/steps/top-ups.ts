import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { Model } from '../model.ts';
import { floorOf, type ModelAccount } from '../nouns.ts';
import { accounts } from '../parts.ts';
import { Step } from '../step.ts';
import type { World } from '../world.ts';
import { keyFor } from './accounts.ts';

/** Tops an account up, on either path. */
class TopUp extends Step {
  readonly index: number;
  readonly credits: number;
  readonly path: 'topup' | 'account';
  readonly stranger: boolean;

  constructor(index: number, credits: number, path: TopUp['path'], stranger: boolean) {
    super();
    this.index = index;
    this.credits = credits;
    this.path = path;
    this.stranger = stranger;
  }

  override check(model: Model): boolean {
    return model.accounts.length > this.index;
  }

  async act(model: Model, world: World): Promise<void> {
    const account = model.accounts[this.index] as ModelAccount;
    const key = keyFor(model, account, this.stranger);
    const refusal = this.#refusal(account);
    const answer =
      this.path === 'topup'
        ? await world.send('PATCH', `/topup?key=${key}`, { accountUuid: account.uuid, topup: this.credits })
        : await world.send('PATCH', `/account/${account.uuid}?key=${key}`, { topup: this.credits });
    assert.equal(answer.code, refusal);
    if (refusal !== undefined) return;
    assert.equal(answer.status, 200);
    if (this.path === 'topup') assert.deepEqual(answer.body, {});
    account.paid += this.credits;
    account.belowFloor &&= account.paid < floorOf(account);
    if (account.organization.credits !== null) account.organization.credits -= this.credits;
  }

  #refusal({ deleted, organization }: ModelAccount): string | undefined {
    if (this.credits < 1) return 'invalid_request';
    if (deleted || this.stranger) return 'account_not_found';
    return (organization.credits ?? Infinity) < this.credits ? 'insufficient_credits' : undefined;
  }

  describe(): string {
    const who = this.stranger ? 'the other organization tops up' : 'tops up';
    return `${who} account ${this.index} by ${this.credits}, PATCH /${this.path}`;
  }
}

export const topUpSteps = fc
  .tuple(
    accounts,
    fc.oneof({ weight: 6, arbitrary: fc.integer({ min: 1, max: 30 }) }, fc.constantFrom(-1, 0, 1_000)),
    fc.constantFrom<'topup' | 'account'>('topup', 'account'),
    fc.constantFrom(false, false, false, false, true),
  )
  .map(([index, credits, path, stranger]) => new TopUp(index, credits, path, stranger));
