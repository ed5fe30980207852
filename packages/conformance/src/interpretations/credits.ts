import type { Asker } from '../probe/probe.ts';
import { listed, withAccount } from '../cases/accounts.ts';
import type { Finding, OpenPoint } from './interpretation.ts';
import { Unasked } from '../service/verdict.ts';

const NEEDS = ['sending', 'organization-key', 'clock'] as const;

/** Long enough for a schedule of every minute to have come round. */
const ROUND_MS = 120_000;

/** How credits behave: decisions/spending-order.md, unpayable-holds.md, repeated-notifications.md, exhausted-pool.md. */
export const credits: readonly OpenPoint[] = [
  {
    id: 'spending-order',
    question: 'Which credits are spent first?',
    needs: NEEDS,
    find: findSpendingOrder,
  },
  {
    id: 'unpayable-holds',
    question: 'What becomes of a held message that can no longer be paid?',
    needs: NEEDS,
    find: findUnpayable,
  },
  unaskable(
    'repeated-notifications',
    'When does a credit notification fire again?',
    'no operation creates a credit notification',
  ),
  unaskable(
    'exhausted-pool',
    'What happens when no shared sender ID is left for a number?',
    'every shared sender ID would have to be used up',
  ),
];

/** An account with a paid and a packaged credit sends one message; the emulator spends the packaged one. */
function findSpendingOrder(asker: Asker): Promise<Finding> {
  return withAccount(asker, async ({ identifier: accountUuid, apiKey }) => {
    await asker.succeed('accounts.topUp', { body: { accountUuid, topup: 1 } });
    const packaged_credits = { schedule_refill_amount: 1, schedule_refill: true };
    const path = { accountUuid };
    await asker.succeed('accounts.update', { path, body: { packaged_credits, schedule: '* * * * *' } });
    await asker.target.advance?.(ROUND_MS);
    await asker.succeed('accounts.update', { path, body: { packaged_credits: { schedule_refill: false } } });
    const before = await listed(asker, accountUuid);
    if (before.packaged_credits.remaining !== 1) throw new Unasked('the packaged credits were not refilled');
    const message = asker.message({ from: { type: 'shared' }, send_at: undefined });
    await asker.succeed('messages.send', { key: apiKey, body: { messages: [message] } });
    const after = await listed(asker, accountUuid);
    const spent = before.packaged_credits.remaining - after.packaged_credits.remaining;
    if (spent === 1) return { reading: 'Packaged credits, as in the emulator.' };
    if (after.paid_credits.remaining === 0)
      return { reading: 'Paid credits; the emulator spends packaged ones.' };
    throw new Unasked('neither was spent: this organization may not use credits');
  });
}

/** A message is held, and before its time comes the schedule takes its credit away. */
function findUnpayable(asker: Asker): Promise<Finding> {
  return withAccount(asker, async ({ identifier: accountUuid, apiKey }) => {
    const path = { accountUuid };
    await asker.succeed('accounts.topUp', { body: { accountUuid, topup: 1 } });
    const message = asker.message({ from: { type: 'shared' }, send_at: asker.minutesAhead(10) });
    const { messages } = await asker.succeed('messages.send', { key: apiKey, body: { messages: [message] } });
    const batchUuid = messages[0]?.batchUuid ?? '';
    const paid_credits = { schedule_reset_to_zero: true };
    await asker.succeed('accounts.update', { path, body: { paid_credits, schedule: '* * * * *' } });
    await asker.target.advance?.(20 * 60_000);
    const { counts } = await asker.succeed('batches.receipts', { path: { batchUuid }, key: apiKey });
    const { paid_credits: paid } = await listed(asker, accountUuid);
    if (paid.remaining < 0) return { reading: 'It is sent on credit; the emulator fails it.' };
    return {
      reading: counts.failed === 1 ? 'It fails, as in the emulator.' : 'It is sent; the emulator fails it.',
    };
  });
}

function unaskable(id: string, question: string, why: string): OpenPoint {
  const find = async () => {
    throw new Unasked(why);
  };
  return { id, question, needs: [], find };
}
