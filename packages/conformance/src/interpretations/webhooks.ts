import { sendOne } from '../probe/messages.ts';
import type { Probe } from '../probe/probe.ts';
import { SECRET } from '../probe/signature.ts';
import { openReceiver, receiveInbound, waitForWebhook, withWebhookAccount } from '../probe/webhooks.ts';
import { Skipped } from '../service/verdict.ts';
import type { Interpretation, OpenPoint } from './interpretation.ts';

/** The clock is advanced in these steps, for at most this long in total. */
const STEP_MS = 1_000;
const MAX_WAIT_MS = 3_600_000;
/** The maximum number of attempts at a webhook. WHK-3. */
const MAX_ATTEMPTS = 6;
/** The delays of an emulator without options, in seconds. WHK-4. */
const DEFAULT_DELAYS = '10, 30, 120, 600, 1800';

/** Open points about webhooks and their signatures. */
export const webhooks: readonly OpenPoint[] = [
  {
    id: 'timestamp-header',
    clause: 'SIG-4, SIG-6',
    question: 'What is the unit of the timestamp header, and the value of the environment header?',
    needs: ['sending', 'organization-key', 'webhooks', 'handset'],
    detect: async (probe) => {
      const { timestamp, environment } = (await receiveInbound(probe, SECRET)).headers;
      if (timestamp === undefined || environment === undefined) throw new Skipped('the headers are missing');
      const timestampUnit = /^\d{12,}$/.test(timestamp) ? 'milliseconds' : 'seconds';
      return {
        interpretation: `The unit is ${timestampUnit}, and the environment is ${environment}.`,
        config: { webhooks: { timestampUnit, environment } },
        differs: timestampUnit !== 'seconds' || environment !== 'emulator',
      };
    },
  },
  {
    id: 'signed-kinds',
    clause: 'SIG-5',
    question: 'Are delivery receipts signed?',
    needs: ['sending', 'organization-key', 'webhooks'],
    detect: detectSigning,
  },
  {
    id: 'webhook-retries',
    clause: 'WHK-4',
    question: 'How long are the delays between attempts at a webhook?',
    needs: ['sending', 'webhooks', 'clock'],
    detect: detectRetryDelays,
  },
];

async function detectSigning(probe: Probe): Promise<Interpretation> {
  const receiver = await openReceiver(probe);
  const account = { url: receiver.url, secret: SECRET };
  const { headers } = await withWebhookAccount(probe, account, { callback: receiver.url }, () =>
    waitForWebhook(probe, receiver, 'delivery-receipt'),
  );
  if (headers.signature === undefined) return { interpretation: 'No, as in the emulator.' };
  return { interpretation: 'Yes, if the account has a secret.', config: { webhooks: { sign: 'all' } } };
}

async function detectRetryDelays(probe: Probe): Promise<Interpretation> {
  const receiver = await openReceiver(probe);
  await receiver.respondWith(500);
  await sendOne(probe, { send_at: undefined, callback: receiver.url });
  const instants: number[] = [];
  const countAttempts = async () => (await receiver.received()).length;
  for (let waited = 0; waited <= MAX_WAIT_MS && instants.length < MAX_ATTEMPTS; waited += STEP_MS) {
    await probe.target.advance?.(waited === 0 ? 0 : STEP_MS);
    const attempts = await countAttempts();
    while (instants.length < attempts) instants.push(waited);
  }
  const retryDelays = instants.slice(1).map((instant, index) => instant - (instants[index] ?? 0));
  if (retryDelays.length === 0) throw new Skipped('there was no second attempt within an hour');
  const seconds = retryDelays.map((delay) => delay / 1_000).join(', ');
  // An incomplete list of delays would make the emulator stop too early.
  await probe.target.advance?.(48 * 3_600_000);
  if ((await countAttempts()) > instants.length)
    return {
      interpretation: `${seconds} seconds, and the next attempt is made later than one hour after the first.`,
      differs: true,
    };
  return {
    interpretation: `${seconds} seconds.`,
    config: { webhooks: { retryDelays } },
    differs: seconds !== DEFAULT_DELAYS,
  };
}
