import { createEmulator, type Emulator } from '@messaging-service/emulator';
import { createMessagingClient } from '@messaging-service/sdk';

const PATIENTS = ['447700900123', '447700900145', '447700900167', '447700900189'];
const WEBHOOKS = 'https://clinic.example/webhooks';

/** Nine days of a clinic: reminders, replies, a failed number, credits that run low, and a receiver that fails. */
export interface Scenario {
  readonly emulator: Emulator;
  /** Plays the nine days against the served emulator. */
  readonly play: (url: string) => Promise<void>;
}

/** Creates the scenario with a virtual clock and a fixed seed, so that it is the same each time. */
export function createScenario(): Scenario {
  let calls = 0;
  const emulator = createEmulator({
    seed: 7,
    now: '2026-03-02T07:30Z',
    organization: { name: 'Demo organization' },
    accounts: [
      { name: 'Riverside Clinic', credits: 240, senders: ['CLINIC', '447700900990'] },
      { name: 'Corner Bakery', credits: 40, senders: ['BAKERY'] },
    ],
    // The receiver fails each seventh webhook.
    webhooks: {
      fetch: () =>
        Promise.resolve(
          ++calls % 7 === 0
            ? new Response('The database does not respond.\n', { status: 500 })
            : new Response('ok\n', { headers: { 'content-type': 'text/plain' } }),
        ),
    },
  });
  return { emulator, play: (url) => play(emulator, url) };
}

async function play(emulator: Emulator, url: string): Promise<void> {
  const { account, organization } = emulator;
  const client = createMessagingClient({
    baseUrl: url,
    accountKey: account.apiKey,
    organizationKey: organization.apiKey,
    retry: { attempts: 1 },
  });
  await client.accounts.update(account.identifier, {
    schedule: '0 6 * * 1',
    packaged_credits: { schedule_refill: true, schedule_refill_amount: 120 },
    mo: { mo_webhook_url: `${WEBHOOKS}/inbound`, mo_webhook_secret: 'a secret of at least sixteen' },
  });
  for (const [type, value] of [
    ['paid_fixed_number', 200],
    ['packaged_percentage', 0.25],
  ] as const)
    emulator.createNotification(account.identifier, {
      url: `${WEBHOOKS}/credits`,
      threshold_type: type,
      threshold_value: value,
    });
  const send = (to: string, body: string, more: object = {}) =>
    client.messages.send({
      messages: [
        {
          to,
          from: { type: 'custom', value: 'CLINIC' },
          body,
          callback: `${WEBHOOKS}/receipts`,
          ...more,
        },
      ],
    });
  for (let day = 0; day < 9; day++) {
    for (const [index, to] of PATIENTS.entries()) {
      await send(to, `Your appointment is tomorrow at ${9 + index}:15. Reply YES to confirm.`);
      await emulator.clock.advance('7m');
      if ((day + index) % 3 === 0) emulator.handset(to).reply('YES');
    }
    await send('447700900822', 'Please bring your insurance card to your first appointment.');
    await client.batches.send({
      from: 'CLINIC',
      message: 'The clinic opens at 8 on bank holidays.',
      destinations: Array.from({ length: 6 }, (_, index) => `44770090${1200 + day * 10 + index}`),
    });
    await emulator.clock.advance('1d');
  }
  await client.accounts.topUp({ accountUuid: account.identifier, topup: 250 });
  const [patient = ''] = PATIENTS;
  await send(patient, 'Your results are in. Please call 020 7946 0321 😀');
  emulator.handset(patient).reply('Thank you! Is Thursday at 10:40 free?');
  await send(patient, 'Sent by a sender that is not ours', {
    from: { type: 'custom', value: 'OTHER' },
  }).catch(() => undefined);
  await send(patient, 'Your next appointment is on Thursday at 10:40.', { send_at: '2026-03-12T09:00Z' });
  emulator.addFault({ status: 503, path: '/message', times: 2 });
  await emulator.clock.advance('20s');
  await emulator.settle();
}
