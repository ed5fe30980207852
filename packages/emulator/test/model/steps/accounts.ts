import assert from 'node:assert/strict';
import type { CreateAccountResponse, EditAccountRequest } from '@messaging-service/contract';
import fc from 'fast-check';
import { addAccount } from '../begin.ts';
import type { Model } from '../model.ts';
import { floorOf, type ModelAccount, type ModelOrganization } from '../nouns.ts';
import { accounts, rarely } from '../parts.ts';
import { HOOKS } from '../scenario.ts';
import { Step } from '../step.ts';
import type { World } from '../world.ts';

/** As many accounts as the commands can name. */
const MOST_ACCOUNTS = 5;

/** Creates an account and gives it a sender ID. */
class CreateAccount extends Step {
  readonly organization: number;

  constructor(organization: number) {
    super();
    this.organization = organization;
  }

  override check(model: Model): boolean {
    return model.accounts.length < MOST_ACCOUNTS;
  }

  async act(model: Model, world: World): Promise<void> {
    const organization = model.organizations[this.organization] as ModelOrganization;
    const name = `account ${model.accounts.length}`;
    const answer = await world.send('POST', `/account?key=${organization.key}`, { name });
    assert.equal(answer.status, 200);
    const { identifier, apiKey } = answer.body as CreateAccountResponse;
    assert.ok(!model.accounts.some(({ uuid, key }) => uuid === identifier || key === apiKey));
    const account = addAccount(model, organization, identifier, apiKey);
    account.ownsSender = model.canRegister(account, account.sender);
    const refusal = await world.act((emulator) => emulator.registerSender(identifier, account.sender));
    assert.equal(refusal, account.ownsSender ? undefined : 'conflict');
  }

  describe(): string {
    return `organization ${this.organization} creates an account`;
  }
}

/** Edits an account, sometimes with the key of the other organization. */
class EditAccount extends Step {
  readonly index: number;
  readonly changes: EditAccountRequest;
  readonly stranger: boolean;

  constructor(index: number, changes: EditAccountRequest, stranger: boolean) {
    super();
    this.index = index;
    this.changes = changes;
    this.stranger = stranger;
  }

  override check(model: Model): boolean {
    return model.accounts.length > this.index;
  }

  async act(model: Model, world: World): Promise<void> {
    const account = model.accounts[this.index] as ModelAccount;
    const key = keyFor(model, account, this.stranger);
    const answer = await world.send('PATCH', `/account/${account.uuid}?key=${key}`, this.changes);
    const refused = this.stranger || account.deleted;
    assert.equal(answer.code, refused ? 'account_not_found' : undefined);
    if (refused) return;
    assert.deepEqual(answer.body, { status: 'success' });
    edit(account, this.changes);
    model.rearm(account);
  }

  describe(): string {
    const who = this.stranger ? 'the other organization edits' : 'edits';
    return `${who} account ${this.index}: ${JSON.stringify(this.changes)}`;
  }
}

function edit(
  account: ModelAccount,
  { paid_credits: paid, packaged_credits: packaged, mo, schedule }: EditAccountRequest,
): void {
  account.allowNegative = paid?.allow_negative ?? account.allowNegative;
  if (paid?.negative_limit !== undefined) account.limit = paid.negative_limit;
  account.reset = paid?.schedule_reset_to_zero ?? account.reset;
  account.refillAmount = packaged?.schedule_refill_amount ?? account.refillAmount;
  account.refill = packaged?.schedule_refill ?? account.refill;
  account.hook = mo?.mo_webhook_url ?? account.hook;
  if (schedule !== undefined) account.schedule = schedule === '' ? null : schedule;
  account.belowFloor = account.paid < floorOf(account);
}

/** The key of the account's organization, or of the one that must not see it. */
export function keyFor(model: Model, account: ModelAccount, stranger: boolean): string {
  const key = model.organizations.find(
    (organization) => (organization === account.organization) !== stranger,
  )?.key;
  return key as string;
}

/** Deactivates an account. */
class DeactivateAccount extends Step {
  readonly index: number;
  readonly stranger: boolean;

  constructor(index: number, stranger: boolean) {
    super();
    this.index = index;
    this.stranger = stranger;
  }

  override check(model: Model): boolean {
    return model.accounts.length > this.index;
  }

  async act(model: Model, world: World): Promise<void> {
    const account = model.accounts[this.index] as ModelAccount;
    const key = keyFor(model, account, this.stranger);
    const answer = await world.send('DELETE', `/account/${account.uuid}?key=${key}`);
    const refused = this.stranger || account.deleted;
    assert.equal(answer.code, refused ? 'account_not_found' : undefined);
    if (!refused) model.deactivate(account);
  }

  describe(): string {
    return `${this.stranger ? 'the other organization deactivates' : 'deactivates'} account ${this.index}`;
  }
}

const schedules = fc.constantFrom(
  '0 * * * *',
  '*/20 0-9 * * *',
  '15 9-17 * * MON-FRI',
  '0 0 * * *',
  '30 6 1,28 * SUN',
  '0 0 29 2 *',
);
const changes: fc.Arbitrary<EditAccountRequest> = fc.record(
  {
    paid_credits: fc.record(
      {
        allow_negative: fc.boolean(),
        negative_limit: fc.constantFrom(null, 0, 3, -8),
        schedule_reset_to_zero: fc.boolean(),
      },
      { requiredKeys: [] },
    ),
    packaged_credits: fc.record(
      { schedule_refill_amount: fc.constantFrom(0, 4, 20), schedule_refill: fc.boolean() },
      { requiredKeys: [] },
    ),
    mo: fc.record({ mo_webhook_url: fc.constantFrom('', `${HOOKS}/inbound`, `${HOOKS}/unreachable`) }),
    schedule: fc.oneof({ weight: 3, arbitrary: schedules }, fc.constantFrom(null, '')),
  },
  { requiredKeys: [] },
);
/** The cause that removes the credits that scheduled messages hold. */
const resets: fc.Arbitrary<EditAccountRequest> = fc.record({
  paid_credits: fc.constant({ schedule_reset_to_zero: true }),
  schedule: schedules,
});
const strangers = rarely(fc.constant(true), 10).map((stranger) => stranger === true);

export const accountSteps = fc.oneof(
  { weight: 2, arbitrary: fc.constantFrom(0, 0, 1).map((organization) => new CreateAccount(organization)) },
  {
    weight: 8,
    arbitrary: fc
      .tuple(accounts, fc.oneof(changes, resets), strangers)
      .map(([index, edits, stranger]) => new EditAccount(index, edits, stranger)),
  },
  {
    weight: 1,
    arbitrary: fc
      .tuple(accounts, strangers)
      .map(([index, stranger]) => new DeactivateAccount(index, stranger)),
  },
);
