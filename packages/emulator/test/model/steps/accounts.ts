import assert from 'node:assert/strict';
import type { CreateAccountResponse, EditAccountRequest } from '@messaging-service/contract';
import fc from 'fast-check';
import { addAccount } from '../begin.ts';
import type { Model } from '../model.ts';
import { floorOf, type ModelAccount, type ModelOrganization } from '../nouns.ts';
import { accounts, rarely } from '../parts.ts';
import { HOOKS } from '../scenario.ts';
import { step } from '../step.ts';

/** As many accounts as the commands can name. */
const MOST_ACCOUNTS = 5;

/** Creates an account and gives it a sender ID. */
function createAccount(index: number) {
  return step(`organization ${index} creates an account`, {
    check: (model) => model.accounts.length < MOST_ACCOUNTS,
    act: async (model, world) => {
      const organization = model.organizations[index] as ModelOrganization;
      const name = `account ${model.accounts.length}`;
      const answer = await world.send('POST', `/account?key=${organization.key}`, { name });
      assert.equal(answer.status, 200);
      const { identifier, apiKey } = answer.body as CreateAccountResponse;
      assert.ok(!model.accounts.some(({ uuid, key }) => uuid === identifier || key === apiKey));
      const account = addAccount(model, organization, identifier, apiKey);
      account.ownsSender = model.canRegister(account, account.sender);
      const refusal = await world.act((emulator) => emulator.registerSender(identifier, account.sender));
      assert.equal(refusal, account.ownsSender ? undefined : 'conflict');
    },
  });
}

/** Edits an account, sometimes with the key of the other organization. */
function editAccount(index: number, edits: EditAccountRequest, stranger: boolean) {
  const who = stranger ? 'the other organization edits' : 'edits';
  return step(`${who} account ${index}: ${JSON.stringify(edits)}`, {
    check: (model) => model.accounts.length > index,
    act: async (model, world) => {
      const account = model.accounts[index] as ModelAccount;
      const key = keyFor(model, account, stranger);
      const answer = await world.send('PATCH', `/account/${account.uuid}?key=${key}`, edits);
      const refused = stranger || account.deleted;
      assert.equal(answer.code, refused ? 'account_not_found' : undefined);
      if (refused) return;
      assert.deepEqual(answer.body, { status: 'success' });
      edit(account, edits);
      model.rearm(account);
    },
  });
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
function deactivateAccount(index: number, stranger: boolean) {
  const who = stranger ? 'the other organization deactivates' : 'deactivates';
  return step(`${who} account ${index}`, {
    check: (model) => model.accounts.length > index,
    act: async (model, world) => {
      const account = model.accounts[index] as ModelAccount;
      const key = keyFor(model, account, stranger);
      const answer = await world.send('DELETE', `/account/${account.uuid}?key=${key}`);
      const refused = stranger || account.deleted;
      assert.equal(answer.code, refused ? 'account_not_found' : undefined);
      if (!refused) model.deactivate(account);
    },
  });
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
  { weight: 2, arbitrary: fc.constantFrom(0, 0, 1).map(createAccount) },
  {
    weight: 8,
    arbitrary: fc.tuple(accounts, fc.oneof(changes, resets), strangers).map((edits) => editAccount(...edits)),
  },
  { weight: 1, arbitrary: fc.tuple(accounts, strangers).map((account) => deactivateAccount(...account)) },
);
