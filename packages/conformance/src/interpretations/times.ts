import type { Asker } from '../probe/probe.ts';
import { withAccount } from '../cases/accounts.ts';
import { sendOne } from '../cases/sending.ts';
import { receiveInbound } from '../cases/webhooks.ts';
import type { Finding, OpenPoint } from './interpretation.ts';
import { SECRET } from '../probe/signature.ts';
import { Unasked } from '../service/verdict.ts';
import { awaitWebhook, openReceiver } from '../probe/webhook-wait.ts';

/** Attempts are looked for in steps of this, for so long. */
const STEP_MS = 1_000;
const LONGEST_MS = 3_600_000;
/** How many there are at most. WHK-3. */
const ATTEMPTS = 6;

/** What only time, or a webhook, tells. */
export const times: readonly OpenPoint[] = [
  {
    id: 'five-minute-lead',
    question: 'Is a message for exactly five minutes ahead scheduled?',
    needs: ['clock'],
    find: async (asker) => {
      const [message] = await asker.dryRunMessages({
        messages: [asker.message({ send_at: asker.minutesAhead(5) })],
      });
      return {
        reading: message?.scheduled === true ? 'It is scheduled.' : 'It is sent at once, as in the emulator.',
      };
    },
  },
  {
    id: 'timestamp-header',
    question: 'In which unit is the timestamp header, and what does the environment header say?',
    needs: ['sending', 'organization-key', 'webhooks', 'handset'],
    find: async (asker) => {
      const { timestamp, environment } = (await receiveInbound(asker)).headers;
      if (timestamp === undefined || environment === undefined) throw new Unasked('the headers are missing');
      const timestampUnit = /^\d{12,}$/.test(timestamp) ? 'milliseconds' : 'seconds';
      return {
        reading: `It is in ${timestampUnit}, and the environment is ${environment}.`,
        config: { webhooks: { timestampUnit, environment } },
      };
    },
  },
  {
    id: 'signed-kinds',
    question: 'Are delivery receipts signed?',
    needs: ['sending', 'organization-key', 'webhooks'],
    find: findSigning,
  },
  {
    id: 'webhook-retries',
    question: 'How long after one attempt at a webhook does the next one follow?',
    needs: ['sending', 'webhooks', 'clock'],
    find: findRetries,
  },
];

async function findSigning(asker: Asker): Promise<Finding> {
  const receiver = await openReceiver(asker);
  return withAccount(asker, async ({ identifier: accountUuid, apiKey }) => {
    const mo = { mo_webhook_url: receiver.url, mo_webhook_secret: SECRET };
    await asker.succeed('accounts.topUp', { body: { accountUuid, topup: 1 } });
    await asker.succeed('accounts.update', { path: { accountUuid }, body: { mo } });
    const message = asker.message({ from: { type: 'shared' }, send_at: undefined, callback: receiver.url });
    await asker.succeed('messages.send', { key: apiKey, body: { messages: [message] } });
    const { headers } = await awaitWebhook(asker, receiver, 'delivery-receipt');
    return headers.signature === undefined
      ? { reading: 'They are not, as in the emulator.' }
      : { reading: 'They are, where the account has a secret.', config: { webhooks: { sign: 'all' } } };
  });
}

async function findRetries(asker: Asker): Promise<Finding> {
  const receiver = await openReceiver(asker);
  await receiver.answerWith(500);
  await sendOne(asker, { send_at: undefined, callback: receiver.url });
  const instants: number[] = [];
  const count = async () => (await receiver.received()).length;
  for (let waited = 0; waited <= LONGEST_MS && instants.length < ATTEMPTS; waited += STEP_MS) {
    await asker.target.advance?.(waited === 0 ? 0 : STEP_MS);
    const length = await count();
    while (instants.length < length) instants.push(waited);
  }
  const retryDelays = instants.slice(1).map((instant, index) => instant - (instants[index] ?? 0));
  if (retryDelays.length === 0) throw new Unasked('no second attempt came within an hour');
  const seconds = retryDelays.map((delay) => delay / 1_000).join(', ');
  // Whoever took these for all would have the emulator give up too early.
  await asker.target.advance?.(48 * 3_600_000);
  if ((await count()) > instants.length)
    return { reading: `After ${seconds} seconds, and then not within an hour.` };
  return { reading: `After ${seconds} seconds.`, config: { webhooks: { retryDelays } } };
}
