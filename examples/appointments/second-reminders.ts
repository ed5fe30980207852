import type { EmulatorClock } from '@messaging-service/emulator';
import type { MessagingClient, OrganizationClient } from '@messaging-service/sdk';
import type { Appointment } from './appointments.ts';
import { cancelReminder, countSent, eveningBefore } from './evenings.ts';
import type { ProgressBar } from './progress.ts';
import { sendReminders } from './reminders.ts';
import type { Summary } from './summary.ts';

/** Options of `remindAgain`. */
export interface SecondReminders {
  readonly client: MessagingClient;
  /** The clock of the service. */
  readonly clock: EmulatorClock;
  /** In the order of their times. */
  readonly appointments: readonly Appointment[];
  /** The sender ID that handsets show. */
  readonly from: string;
  readonly progress: ProgressBar;
}

/**
 * Schedules a second reminder for the evening before each appointment. After the first evening, the patient of the last
 * appointment cancels, and so does the clinic with that reminder. Then the clock moves to the other evenings.
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

/** The credits that the account can spend. Held credits are not included. */
export async function balanceOf({ accounts }: OrganizationClient): Promise<number> {
  return (await accounts.list()).accounts[0]?.credits ?? 0;
}
