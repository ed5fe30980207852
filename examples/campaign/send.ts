/**
 * The program that sends: `node send.ts recipients.csv STORE [--json]`, with the environment variables `MESSAGING_BASE_URL`,
 * `MESSAGING_ACCOUNT_KEY`, and `WEBHOOKS_URL`, at which the service reaches `receive.ts`. STORE is a folder or a Postgres URL.
 * After a kill or a stop, the next start continues where the program was.
 */
import { parseArgs } from 'node:util';
import { createMessagingClient, isMessagingError, optionsFromEnvironment } from '@messaging-service/sdk';
import { SPRING_SALE } from './campaign.ts';
import { progressBar } from './progress.ts';
import { readRecipients } from './recipients.ts';
import { sendCampaign } from './send-campaign.ts';
import { openStore } from './store.ts';

const { values, positionals } = parseArgs({ options: { json: { type: 'boolean' } }, allowPositionals: true });
const [list, place] = positionals;
if (list === undefined || place === undefined)
  throw new Error('Usage: node send.ts recipients.csv STORE [--json]');

const stop = new AbortController();
process.once('SIGINT', () => stop.abort());
process.once('SIGTERM', () => stop.abort());

let total = 0;
for await (const _ of readRecipients(list)) total++;
await using store = await openStore(place, SPRING_SALE.id, 'sender');
const bar = progressBar('Campaign', total, process.stderr);
// Thousands of messages can fail for the same reason, which is printed once.
const failures = new Map<string, number>();
try {
  const tally = await sendCampaign({
    client: createMessagingClient(optionsFromEnvironment()),
    campaign: SPRING_SALE,
    recipients: readRecipients(list),
    store,
    webhooks: process.env.WEBHOOKS_URL,
    signal: stop.signal,
    onProgress: (done) => bar.show(done),
    onFailure: (_, { message }) => failures.set(message, (failures.get(message) ?? 0) + 1),
  });
  bar.end();
  for (const [message, times] of failures) process.stderr.write(`${times} × ${message}\n`);
  const { queued, queuedBefore, skipped, stopped, failed } = tally;
  process.stdout.write(
    values.json === true
      ? `${JSON.stringify(tally)}\n`
      : `${queued} queued, ${skipped} skipped (recorded before), ${queuedBefore} queued by an earlier run, ${stopped} stopped, ${failed} failed\n`,
  );
  if (failed > 0) process.exitCode = 1;
} catch (error) {
  bar.end();
  if (!isMessagingError(error, 'AbortError')) throw error;
  process.stderr.write('Stopped. Start the program again to continue.\n');
  process.exitCode = 130;
}
