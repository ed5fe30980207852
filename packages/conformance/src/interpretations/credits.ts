import type { CreateAccountResponse } from '@messaging-service/contract';
import { findAccount, withAccount } from '../probe/accounts.ts';
import { sendShared } from '../probe/messages.ts';
import type { Probe } from '../probe/probe.ts';
import { Skipped } from '../service/verdict.ts';
import { type Interpretation, type OpenPoint, undetectable } from './interpretation.ts';

const NEEDS = ['sending', 'organization-key', 'clock'] as const;

/** Long enough for a schedule of every minute to run. */
const SCHEDULE_RUN_MS = 120_000;

/** Open points about credits and shared sender IDs. */
export const credits: readonly OpenPoint[] = [
  {
    id: 'spending-order',
    clause: 'CRD-5',
    question: 'Which credits are spent first?',
    needs: NEEDS,
    detect: detectSpendingOrder,
  },
  {
    id: 'unpayable-holds',
    clause: 'SCH-6',
    question: 'What happens to a scheduled message that can no longer be paid?',
    needs: NEEDS,
    detect: detectUnpayableHolds,
  },
  undetectable(
    {
      id: 'repeated-notifications',
      clause: 'NTF-5',
      question: 'When does a credit notification fire again?',
    },
    'no operation creates a credit notification',
  ),
  undetectable(
    {
      id: 'exhausted-pool',
      clause: 'SND-6',
      question: 'What happens when no shared sender ID is left for a number?',
    },
    'every shared sender ID would have to be used up',
  ),
];

/** An account with one paid and one packaged credit sends one message. The emulator spends the packaged credit. */
function detectSpendingOrder(probe: Probe): Promise<Interpretation> {
  const detect = async ({ identifier: accountUuid, apiKey }: CreateAccountResponse) => {
    const packaged_credits = { schedule_refill_amount: 1, schedule_refill: true };
    const path = { accountUuid };
    await probe.succeed('accounts.update', { path, body: { packaged_credits, schedule: '* * * * *' } });
    await probe.target.advance?.(SCHEDULE_RUN_MS);
    await probe.succeed('accounts.update', { path, body: { packaged_credits: { schedule_refill: false } } });
    const before = await findAccount(probe, accountUuid);
    if (before.packaged_credits.remaining !== 1) throw new Skipped('the packaged credits were not refilled');
    await sendShared(probe, {}, apiKey);
    const after = await findAccount(probe, accountUuid);
    if (after.packaged_credits.remaining === 0)
      return { interpretation: 'Packaged credits, as in the emulator.' };
    if (after.paid_credits.remaining === 0)
      return { interpretation: 'Paid credits; the emulator spends packaged credits.', differs: true };
    throw new Skipped('no credit was spent: the organization may not use credits');
  };
  return withAccount(probe, detect, 1);
}

/** The schedule of an account removes the credit that a scheduled message holds, before the message is due. */
function detectUnpayableHolds(probe: Probe): Promise<Interpretation> {
  const detect = async ({ identifier: accountUuid, apiKey: key }: CreateAccountResponse) => {
    const { batchUuid } = await sendShared(probe, { send_at: probe.minutesAhead(10) }, key);
    const body = { paid_credits: { schedule_reset_to_zero: true }, schedule: '* * * * *' };
    await probe.succeed('accounts.update', { path: { accountUuid }, body });
    await probe.target.advance?.(20 * 60_000);
    const { counts } = await probe.succeed('batches.receipts', { path: { batchUuid }, key });
    const { paid_credits: paid } = await findAccount(probe, accountUuid);
    if (paid.remaining < 0)
      return { interpretation: 'It is sent on credit; in the emulator it fails.', differs: true };
    if (counts.failed === 1) return { interpretation: 'It fails, as in the emulator.' };
    return { interpretation: 'It is sent; in the emulator it fails.', differs: true };
  };
  return withAccount(probe, detect, 1);
}
