import { createEmulator } from '@messaging-service/emulator';
import { createMessagingClient } from '@messaging-service/sdk';
import { SPRING_SALE } from './campaign.ts';
import { inventRecipients } from './recipients.ts';
import { cancelNotice, scheduleNotice } from './scheduled-notice.ts';

const DAY = 86_400_000;

/** Result of a rehearsal of a cancellation. */
export interface CancellationReport {
  /** Batches that the second run scheduled, and those that the first run had scheduled. */
  readonly scheduled: number;
  readonly before: number;
  /** Scheduled batches at the service before the cancellation. */
  readonly pending: number;
  readonly cancelled: number;
  /** Batches that a second cancellation found. */
  readonly cancelledAgain: number;
  /** Messages that were sent in spite of it. */
  readonly sent: number;
}

/** Schedules a notice, loses the response to its first batch, schedules everything again, and cancels all of it. */
export async function rehearseCancellation(recipients: number, size: number): Promise<CancellationReport> {
  const emulator = createEmulator({
    accounts: [{ credits: recipients * 2, senders: [SPRING_SALE.sender] }],
  });
  const { baseUrl, fetch, account, clock } = emulator;
  const client = createMessagingClient({ baseUrl, fetch, accountKey: account.apiKey, retry: false });
  const at = new Date(clock.now().getTime() + DAY);
  const notice = { ...SPRING_SALE, text: 'The sale begins at nine.', at };
  const list = [...inventRecipients(recipients)];
  emulator.addFault({ operation: 'batches.send', when: 'after', disconnect: true });
  await scheduleNotice(client, notice, list, size).catch(() => undefined);
  // After the crash, everything is scheduled again.
  const scheduled = await scheduleNotice(client, notice, list, size);
  const pending = (await client.batches.listPending()).batches.length;
  const { cancelled } = await cancelNotice(client, notice, pending);
  const again = await cancelNotice(client, notice, pending);
  await clock.advance('2d');
  const sent = emulator.messages().length;
  emulator.close();
  return { ...scheduled, pending, cancelled, cancelledAgain: again.cancelled, sent };
}
