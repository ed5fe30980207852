import type { EmulatorClock } from '@messaging-service/emulator';
import type { MessagingClient, OrganizationClient } from '@messaging-service/sdk';
import type { Appointment } from './appointments.ts';
import { cancelReminder, countSent, eveningBefore } from './evenings.ts';
import type { ProgressBar } from './progress.ts';
import { sendReminders } from './reminders.ts';
import type { Summary } from './summary.ts';

/** What the evenings take. */
export interface SecondReminders {
  readonly client: MessagingClient;
  /** The service's clock, which brings the evenings. */
  readonly clock: EmulatorClock;
  /** In the order of their times. */
  readonly appointments: readonly Appointment[];
  /** The sender ID that handsets show. */
  readonly from: string;
  readonly progress: ProgressBar;
}

/**
 * Schedules a second reminder for the evening before each appointment. When the first of them have been sent, the
 * patient of the last appointment calls, and that reminder is cancelled. Then the other evenings come.
 */
export async function remindAgain(second: SecondReminders): Promise<Summary['scheduled']> {
  const { client, clock, appointments, from, progress } = second;
  const [first, last] = [appointments[0], appointments.at(-1)];
  if (first === undefined || last === undefined) throw new Error('There are no appointments.');
  const before = await balanceOf(client);
  const queued = await sendReminders(client, appointments, { from, sendAt: eveningBefore }, progress);
  const held = before - (await balanceOf(client));

  await clock.advanceTo(eveningBefore(first));
  const beforeCall = await balanceOf(client);
  const cancelled = await cancelReminder(client, queued.at(-1)?.batchUuid ?? '');
  const freed = (await balanceOf(client)) - beforeCall;

  await clock.advanceTo(eveningBefore(last));
  return {
    messages: queued.filter(({ scheduled }) => scheduled).length,
    evenings: new Set(appointments.map(eveningBefore)).size,
    held,
    cancelled: cancelled ? 1 : 0,
    freed,
    sent: await countSent(
      client,
      queued.map(({ batchUuid }) => batchUuid),
    ),
    spent: before - (await balanceOf(client)),
  };
}

/** What the account can spend: credits that are held are not in it. */
export async function balanceOf({ accounts }: OrganizationClient): Promise<number> {
  return (await accounts.list()).accounts[0]?.credits ?? 0;
}
