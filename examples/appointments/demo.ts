import { createEmulator } from '@messaging-service/emulator';
import { listen } from '@messaging-service/emulator/node';
import { createMessagingClient, previewUnits } from '@messaging-service/sdk';
import { readAppointments } from './appointments.ts';
import { progressBar } from './progress.ts';
import { startReceiver } from './receiver.ts';
import { awaitReceipts, sendReminders, tally } from './reminders.ts';
import { balanceOf, remindAgain } from './second-reminders.ts';
import { formatSummary, inconsistencies, type Summary } from './summary.ts';

const SECRET = 'a secret that only the service and the clinic know';
const SENDER = '447700900990';

/** Sends the reminders of appointments.csv through an emulated service, over real HTTP, and returns the results. */
async function run(out: NodeJS.WriteStream): Promise<Summary> {
  const emulator = createEmulator({
    clock: 'system',
    // The Friday before the first of the appointments.
    now: '2027-03-05T09:00Z',
    accounts: [{ name: 'Clinic', credits: 2_000, senders: [SENDER] }],
    carrier: { after: { min: '50ms', max: '1200ms' } },
  });
  const server = await listen(emulator);
  const receiver = await startReceiver(SECRET, () => emulator.clock.now().getTime());
  try {
    const { organization, account } = emulator;
    const keys = { accountKey: account.apiKey, organizationKey: organization.apiKey };
    const client = createMessagingClient({ baseUrl: server.url, ...keys });
    await client.accounts.update(account.identifier, {
      mo: { mo_webhook_url: receiver.inboundUrl, mo_webhook_secret: SECRET },
    });
    const appointments = readAppointments();
    const before = await balanceOf(client);
    const startedAt = performance.now();
    const sending = progressBar('Sending', appointments.length, out);
    const queued = await sendReminders(
      client,
      appointments,
      { from: SENDER, callback: receiver.receiptsUrl },
      sending,
    );
    const seconds = (performance.now() - startedAt) / 1_000;
    const details = await awaitReceipts(client, queued, progressBar('Receipts', queued.length, out));
    const after = await balanceOf(client);

    await replyFrom(server.url, details.find(({ delivered }) => delivered)?.destination ?? '');
    const reply = await receiver.reply;
    if (reply.kind !== 'inbound-message') throw new Error(`Expected a reply and got ${reply.kind}.`);
    await emulator.clock.settle();
    const scheduled = await remindAgain({
      client,
      clock: emulator.clock,
      appointments,
      from: SENDER,
      progress: progressBar('Schedule', appointments.length, out),
    });
    const { from, to, message, channel, message_uuid: inReplyTo } = reply.payload;
    return {
      sent: {
        messages: queued.length,
        units: queued.reduce((sum, { body }) => sum + previewUnits(body).units, 0),
        seconds,
      },
      credits: { before, after, spent: before - after },
      ...tally(details),
      receiptWebhooks: receiver.receipts(),
      reply: { from, to, message, channel, verified: reply.verified, inReplyTo },
      scheduled,
    };
  } finally {
    receiver.close();
    await server.close();
    emulator.close();
  }
}

/** Replies from a handset through the control API, as a test in any language can do. */
async function replyFrom(serverUrl: string, handset: string): Promise<void> {
  const body = JSON.stringify({ from: handset, to: SENDER, message: 'YES' });
  const response = await fetch(`${serverUrl}/_emulator/inbound`, { method: 'POST', body });
  if (!response.ok) throw new Error(`The emulator rejected the reply: ${await response.text()}`);
}

const json = process.argv.includes('--json');
const summary = await run(json ? process.stderr : process.stdout);
process.stdout.write(json ? `${JSON.stringify(summary, null, 2)}\n` : `\n${formatSummary(summary)}\n`);
const wrong = inconsistencies(summary);
if (wrong.length > 0) {
  process.stderr.write(`These do not add up: ${wrong.join('; ')}\n`);
  process.exitCode = 1;
}
