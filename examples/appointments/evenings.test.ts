import { createEmulatorTest } from '@messaging-service/emulator/vitest';
import { createMessagingClient, type MessagingClient } from '@messaging-service/sdk';
import { describe, expect } from 'vitest';
import type { Appointment } from './appointments.ts';
import { cancelReminder, countSent, eveningBefore } from './evenings.ts';
import { sendReminders } from './reminders.ts';
import { remindAgain } from './second-reminders.ts';

const FROM = '447700900990';

const test = createEmulatorTest({
  intercept: false,
  now: '2027-03-05T09:00Z',
  accounts: [{ credits: 100, senders: [FROM] }],
}).extend<{ client: MessagingClient }>({
  client: async ({ emulator }, use) => {
    const { baseUrl, fetch, account, organization } = emulator;
    const keys = { accountKey: account.apiKey, organizationKey: organization.apiKey };
    await use(createMessagingClient({ baseUrl, fetch, ...keys }));
  },
});

const progress = { show: () => undefined, end: () => undefined };

/** Two at the same clinic on one day, and one the day after. */
const appointments: Appointment[] = ['2027-03-08T08:00Z', '2027-03-08T17:40Z', '2027-03-09T00:00Z'].map(
  (time, index) => ({
    name: `Patient ${index}`,
    phone: `44770090000${index}`,
    clinic: 'Willow Lane Surgery',
    time,
    message: `See you on ${time}`,
  }),
);

test('the evening before is six o’clock of the day before, across months and years too', () => {
  const evenings = ['2027-03-08T08:00Z', '2027-03-01T23:59Z', '2028-01-01T00:00Z', '2028-03-01T00:00Z'];
  expect(evenings.map((time) => eveningBefore({ time }))).toEqual([
    '2027-03-07T18:00:00.000Z',
    '2027-02-28T18:00:00.000Z',
    '2027-12-31T18:00:00.000Z',
    '2028-02-29T18:00:00.000Z',
  ]);
});

describe('a reminder for the evening before', () => {
  const options = { from: FROM, sendAt: eveningBefore };

  test('is sent then, and not a moment earlier (Scheduling rule)', async ({ emulator, client }) => {
    const queued = await sendReminders(client, appointments, options, progress);
    const uuids = queued.map(({ batchUuid }) => batchUuid);
    await emulator.clock.advanceTo('2027-03-07T17:59:59.999Z');
    expect(await countSent(client, uuids)).toBe(0);
    await emulator.clock.advanceTo('2027-03-07T18:00Z');
    expect(await countSent(client, uuids)).toBe(2);
    await emulator.clock.advance('1d');
    expect(await countSent(client, uuids)).toBe(3);
    expect(emulator.messages().map(({ sentAt }) => sentAt?.slice(0, 16))).toEqual([
      '2027-03-07T18:00',
      '2027-03-07T18:00',
      '2027-03-08T18:00',
    ]);
  });

  test('that is cancelled is never sent, and its credit is free again (Cancel pending batch)', async ({
    emulator,
    client,
  }) => {
    const [called] = await sendReminders(client, appointments, options, progress);
    const credits = async () => (await client.accounts.list()).accounts[0]?.credits;
    expect(await credits()).toBe(97);
    expect(await cancelReminder(client, called?.batchUuid ?? '')).toBe(true);
    expect(await credits()).toBe(98);
    await emulator.clock.advance('7d');
    expect(emulator).not.toHaveSentMessage({ to: appointments[0]?.phone });
    expect(emulator.messages()).toHaveLength(2);
    expect(await credits()).toBe(98);
  });

  test('that has been sent cannot be cancelled, and the result says so', async ({ emulator, client }) => {
    const [called] = await sendReminders(client, appointments, options, progress);
    await emulator.clock.advanceTo('2027-03-07T18:00Z');
    expect(await cancelReminder(client, called?.batchUuid ?? '')).toBe(false);
    expect(emulator).toHaveSentMessage({ to: appointments[0]?.phone });
  });

  test('for an evening that has passed is sent immediately (Scheduling rule)', async ({
    emulator,
    client,
  }) => {
    await emulator.clock.advanceTo('2027-03-07T18:30Z');
    const queued = await sendReminders(client, appointments, options, progress);
    expect(queued.map(({ scheduled }) => scheduled)).toEqual([false, false, true]);
    expect(emulator.messages({ state: 'delivered' })).toHaveLength(2);
  });
});

test('the second reminders of the demo: one patient calls, and the others are reminded', async ({
  emulator: { clock },
  client,
}) => {
  expect(await remindAgain({ client, clock, appointments, from: FROM, progress })).toEqual({
    messages: 3,
    evenings: 2,
    held: 3,
    cancelled: 1,
    freed: 1,
    sent: 2,
    spent: 2,
  });
});
