import { messageRequest, serve } from '@messaging-service/test-support';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { AccountsResponse, LedgerResponse, ThresholdType } from '../../src/api/types.ts';
import { creditsOf } from '../../src/ledger/credits.ts';
import { bucketOf, levelOf } from '../../src/ledger/thresholds.ts';

interface Scenario {
  readonly type: ThresholdType;
  /** A number of credits, or hundredths of a share. */
  readonly value: number;
  readonly credits: number;
  readonly packagedCredits: number;
  readonly limit: number;
}

const REFILL = 20;

const scenario: fc.Arbitrary<Scenario> = fc
  .record({
    type: fc.constantFrom<ThresholdType[]>(
      'paid_fixed_number',
      'packaged_fixed_number',
      'packaged_percentage',
      'paid_negative_fixed_number',
      'paid_negative_percentage',
    ),
    value: fc.integer({ min: 1, max: 10 }),
    share: fc.integer({ min: 1, max: 100 }),
    credits: fc.integer({ min: 0, max: 8 }),
    packagedCredits: fc.integer({ min: 0, max: 8 }),
    limit: fc.integer({ min: 10, max: 15 }),
  })
  .map(({ value, share, ...others }) => ({
    ...others,
    value: others.type.endsWith('_percentage') ? share / 100 : value,
  }));

/** Spends all credits of an account one by one, with a threshold that is set before. Returns its ledger. */
async function spend({ type, value, credits, packagedCredits, limit }: Scenario) {
  const { control, api, accountUuid } = await serve({
    accounts: [
      {
        senders: ['DEMO'],
        credits,
        packagedCredits,
        paid_credits: { allow_negative: true, negative_limit: limit },
        packaged_credits: { schedule_refill_amount: REFILL },
      },
    ],
    webhooks: { fetch: async () => new Response() },
  });
  await control(`POST /accounts/${accountUuid}/notifications`, {
    url: 'https://receiver.test/credits',
    threshold_type: type,
    threshold_value: value,
  });
  const { body: before } = await control<AccountsResponse>('GET /accounts');
  for (let left = credits + packagedCredits + limit; left > 0; left--)
    expect((await api('POST /message', messageRequest())).status).toBe(200);
  const { body } = await control<LedgerResponse>(`GET /accounts/${accountUuid}/ledger`);
  const [account] = before.accounts;
  const [notification] = account?.notifications ?? [];
  if (account === undefined || notification === undefined) return expect.unreachable('no threshold is set');
  return { account, notification, entries: body.entries };
}

test('the line of a threshold is where the emulator warns: at the first change that leaves less (NTF-2)', async () => {
  const check = async (one: Scenario) => {
    const { account, notification, entries } = await spend(one);
    const level = levelOf(notification, account) ?? expect.unreachable('the threshold has no line');
    const bucket = bucketOf(notification);
    const isBelow = entries.map((entry) => creditsOf(entry, bucket) < level);
    const crossing = entries.findIndex(({ type }) => type === 'threshold-crossed');
    // Credits that are too few from the start cross nothing.
    const first = isBelow.findIndex((below, index) => below && isBelow[index - 1] === false);
    // The warning comes right after the change that leaves less.
    if (isBelow[0] === false) expect(entries[crossing - 1]).toBe(entries[first]);
  };
  await fc.assert(fc.asyncProperty(scenario, check), {
    numRuns: 25,
    examples: [
      [{ type: 'packaged_percentage', value: 0.25, credits: 0, packagedCredits: 8, limit: 10 }],
      [{ type: 'paid_negative_percentage', value: 0.07, credits: 2, packagedCredits: 0, limit: 15 }],
      [{ type: 'paid_negative_fixed_number', value: 10, credits: 2, packagedCredits: 0, limit: 10 }],
    ],
  });
});
