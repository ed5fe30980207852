import { freePort } from '@messaging-service/test-support';
import { describe, expect, test } from 'vitest';
import { PLACES, type Subject, sendAndView } from './subjects.ts';

/** An address at which nothing listens. */
const NOWHERE = `http://127.0.0.1:${await freePort()}/receipts`;

/** A number that is delivered. */
const to = '447700900123';
const demo = { to, from: { type: 'custom', value: 'DEMO' } };

/** What decided the outcome of a message to a number. */
const MESSAGES: readonly (readonly [what: string, message: object, expected: object])[] = [
  [
    'a delivered test number',
    { to },
    { outcome: 'delivered', result: 'success', decidedBy: { digits: '123' } },
  ],
  [
    'a failing test number',
    { to: '447700900822' },
    { result: 'failure', code: '22', decidedBy: { kind: 'test-number', digits: '822' } },
  ],
  [
    'a test number without a receipt',
    { to: '447700900700' },
    {
      outcome: 'sent, and no receipt will come',
      result: 'open',
      decidedBy: { kind: 'test-number', text: 'test number …700, which never gets a receipt' },
      remedy: { action: 'deliver' },
    },
  ],
  [
    'a test number that no provider accepts',
    { to: '447700900800' },
    { code: '40', decidedBy: { digits: '800' } },
  ],
  [
    'a handset without RCS',
    { to: '447700900701', channels: ['rcs'] },
    {
      code: '31',
      decidedBy: { digits: '701' },
      remedy: { text: 'Add "sms" to the channels of the message.' },
    },
  ],
  ['any other number', { to: '447911123456' }, { result: 'success', decidedBy: { kind: 'default' } }],
  [
    'a scheduled message',
    { send_at: '2026-01-02T09:00Z' },
    {
      outcome: 'scheduled for 2026-01-02T09:00:00.000Z',
      result: 'open',
      until: '2026-01-02T09:00:00.000Z',
      remedy: { action: 'advance', target: '2026-01-02T09:00:00.000Z' },
    },
  ],
];

async function why({ controls }: Subject, id: string | undefined) {
  return controls.why(id ?? '');
}

describe.each(PLACES)('reasons %s (EMU-29)', (_, open) => {
  test.each(MESSAGES)('of a message to %s name what decided it', async (_what, message, expected) => {
    const subject = await open({ now: '2026-01-01T09:00Z' });
    const { messageUuid, to: number } = await sendAndView(subject, message);
    expect(await why(subject, messageUuid)).toMatchObject({
      subject: { kind: 'message', id: messageUuid, text: `message to +${number}` },
      ...expected,
    });
  });

  test('of a message name the position and the pattern of the rule, also after the rules have changed', async () => {
    const subject = await open();
    await subject.controls.setCarrier({
      rules: [
        { to: '447700900999', outcome: 'hold' },
        { to: '4477009001*', outcome: 'fail', code: '1' },
      ],
    });
    const { messageUuid } = await sendAndView(subject, { to });
    await subject.controls.setCarrier({ rules: [] });
    expect(await why(subject, messageUuid)).toMatchObject({
      outcome: 'failed with 1: Sent to SME but unable to confirm',
      decidedBy: {
        kind: 'rule',
        position: 2,
        pattern: '4477009001*',
        text: 'rule 2 of the network, for 4477009001*',
      },
      remedy: { action: 'change-network' },
    });
  });

  test('of a message say until when a receipt comes, and then who gave it', async () => {
    const subject = await open({ now: '2026-01-01T09:00Z', carrier: { after: '3s' } });
    const { messageUuid } = await sendAndView(subject, { to });
    const until = '2026-01-01T09:00:03.000Z';
    expect(await why(subject, messageUuid)).toMatchObject({
      outcome: `sent, the receipt comes at ${until}`,
      decidedBy: { kind: 'test-number' },
      until,
    });
    await subject.controls.fail(messageUuid, '2');
    expect(await why(subject, messageUuid)).toMatchObject({ code: '2', decidedBy: { kind: 'by-hand' } });
  });

  test('of a message to a recipient who opted out lead to the text that did it (EMU-24)', async () => {
    const subject = await open({ carrier: { optOut: true } });
    await subject.send(demo);
    const stop = await subject.controls.handset('447700900123').reply('STOP');
    await subject.send(demo);
    const [, message] = await subject.controls.messages();
    expect(await why(subject, message?.messageUuid)).toMatchObject({
      code: '30',
      decidedBy: { kind: 'opted-out', sender: 'DEMO' },
      cause: { kind: 'reply', id: stop.mo_uuid },
    });
  });

  test('of a scheduled message that could not be paid lead to a top-up (SCH-6)', async () => {
    const schedule = '0 10 * * *';
    const account = { credits: 1, schedule, paid_credits: { schedule_reset_to_zero: true } };
    const subject = await open({ now: '2026-01-01T09:00Z', accounts: [account] });
    const { messageUuid, accountUuid } = await sendAndView(subject, {
      send_at: '2026-01-01T11:00Z',
      from: { type: 'shared' },
    });
    await subject.controls.clock.advance('2h');
    expect(await why(subject, messageUuid)).toMatchObject({
      code: '41',
      decidedBy: { kind: 'no-credits' },
      remedy: { action: 'top-up', target: accountUuid },
    });
  });

  test('of a batch count its messages, and lead to the first that failed', async () => {
    const subject = await open();
    const { batchUuid } = await sendAndView(subject, { to });
    expect(await why(subject, batchUuid)).toMatchObject({
      subject: { kind: 'batch', id: batchUuid },
      outcome: 'delivered',
      result: 'success',
    });
  });

  test('of a webhook say how its attempts ended, when the next one is, and what it was about', async () => {
    const subject = await open({ now: '2026-01-01T09:00Z' });
    const { messageUuid } = await sendAndView(subject, { to, callback: NOWHERE });
    await subject.controls.settle();
    const [delivery] = await subject.controls.webhooks();
    expect(await why(subject, delivery?.id)).toMatchObject({
      subject: { kind: 'webhook', id: delivery?.id },
      outcome: 'not accepted yet after 1 attempt: ECONNREFUSED, next attempt at 2026-01-01T09:00:10.000Z',
      result: 'open',
      decidedBy: { kind: 'receiver' },
      explanation: 'Nothing listens at the address of the URL.',
      otherSide: { status: null, error: 'ECONNREFUSED', text: '', isCut: false },
      remedy: { action: 'resend', target: delivery?.id },
      cause: { kind: 'message', id: messageUuid },
      until: '2026-01-01T09:00:10.000Z',
    });
    await subject.controls.clock.advance('1h');
    expect(await why(subject, delivery?.id)).toMatchObject({
      outcome: 'not accepted, and given up after 6 attempts: ECONNREFUSED',
      result: 'failure',
      decidedBy: { kind: 'plan', text: 'the plan of attempts, which has 6; the receiver: ECONNREFUSED' },
    });
    expect(await why(subject, messageUuid)).toMatchObject({
      outcome: 'delivered, but the webhook with its receipt was not accepted: ECONNREFUSED',
      cause: { kind: 'webhook', id: delivery?.id },
      otherSide: { error: 'ECONNREFUSED' },
    });
  });

  test('of a message from a handset say that no account wants to hear of it, or what its webhook did', async () => {
    const subject = await open();
    await subject.send(demo);
    const reply = await subject.controls.handset('447700900123').reply('YES');
    expect(await why(subject, reply.mo_uuid)).toMatchObject({
      subject: { kind: 'reply', id: reply.mo_uuid },
      outcome: 'received by Demo account, without a webhook',
      remedy: { action: 'set-reply-url', target: subject.controls.account.identifier },
    });
  });

  test('of a message from a handset lead to its webhook', async () => {
    const account = { senders: ['DEMO'], credits: 9, mo: { mo_webhook_url: NOWHERE } };
    const subject = await open({ accounts: [account] });
    await subject.send(demo);
    const reply = await subject.controls.handset('447700900123').reply('YES');
    await subject.controls.settle();
    const [delivery] = await subject.controls.webhooks();
    expect(await why(subject, reply.mo_uuid)).toMatchObject({
      result: 'open',
      cause: { kind: 'webhook', id: delivery?.id },
      otherSide: { error: 'ECONNREFUSED' },
    });
    expect(await why(subject, delivery?.id)).toMatchObject({ cause: { kind: 'reply', id: reply.mo_uuid } });
  });

  test('of a request name the code, its cause and its remedy', async () => {
    const subject = await open();
    await subject.send();
    await subject.send({ from: { type: 'custom', value: 'OTHER' } });
    await subject.send({}, 'unknown');
    const [message] = await subject.controls.messages();
    expect(await why(subject, '1')).toMatchObject({
      subject: { kind: 'request', id: '1', text: 'request #1 POST /message' },
      outcome: 'accepted with 200, 1 message queued',
      result: 'success',
      cause: { kind: 'batch', id: message?.batchUuid },
    });
    expect(await why(subject, '2')).toMatchObject({
      outcome: 'refused with 403 sender_not_owned: The account does not own the sender ID "OTHER".',
      code: 'sender_not_owned',
      decidedBy: { kind: 'service' },
      explanation: 'The account does not own the sender ID.',
      remedy: { text: 'Register the sender ID for the account, or send with one that it owns.' },
    });
    expect(await why(subject, '3')).toMatchObject({ code: 'invalid_key', result: 'failure' });
    expect(await why(subject, message?.messageUuid)).toMatchObject({ cause: { kind: 'request', id: '1' } });
  });

  test('of a request that a fault hit name the fault, and so do those of its messages (EMU-6)', async () => {
    const subject = await open();
    const fault = await subject.controls.addFault({
      operation: 'messages.send',
      status: 503,
      when: 'after',
      headers: { 'retry-after': '10' },
      times: 3,
    });
    await subject.send();
    const text = 'next 3 sends fail with 503, after processing, retry after 10 s';
    expect(await why(subject, '1')).toMatchObject({
      decidedBy: { kind: 'fault', text: `the fault "${text}"` },
      fault: text,
      remedy: { action: 'remove-fault', target: fault.id },
    });
    const [message] = await subject.controls.messages();
    await subject.controls.clearFaults();
    expect(await why(subject, message?.messageUuid)).toMatchObject({ fault: text });
  });

  test('of a job say for what it waits', async () => {
    const subject = await open({ now: '2026-01-01T09:00Z' });
    const { batchUuid } = await sendAndView(subject, { send_at: '2026-01-02T09:00Z' });
    expect(await why(subject, `send-batch:${batchUuid}`)).toMatchObject({
      subject: { kind: 'job', id: `send-batch:${batchUuid}` },
      outcome: 'waits until 2026-01-02T09:00:00.000Z to send “Your code is 482913” to +447700900700',
      decidedBy: { kind: 'request' },
      cause: { kind: 'batch', id: batchUuid },
      until: '2026-01-02T09:00:00.000Z',
    });
  });

  test.each([
    [{ schedule_reset_to_zero: true }, {}, 'reset the paid credits of Shop to 0'],
    [
      {},
      { schedule_refill: true, schedule_refill_amount: 1_500 },
      'refill the packaged credits of Shop to 1,500',
    ],
    [
      { schedule_reset_to_zero: true },
      { schedule_refill: true, schedule_refill_amount: 5 },
      'reset the paid credits of Shop to 0 and refill its packaged credits to 5',
    ],
  ])(
    'of a schedule say what it does and when it runs again (ACC-6): %j %j',
    async (paid_credits, packaged_credits, does) => {
      const account = { name: 'Shop', schedule: '0 0 1 * *', paid_credits, packaged_credits };
      const subject = await open({ now: '2026-01-15T09:00Z', accounts: [account] });
      const { identifier } = subject.controls.account;
      expect(await why(subject, `run-schedule:${identifier}`)).toMatchObject({
        outcome: `waits until 2026-02-01T00:00:00.000Z to ${does}`,
        decidedBy: { kind: 'schedule' },
        explanation:
          'It runs again at 2026-03-01T00:00:00.000Z, 2026-04-01T00:00:00.000Z, 2026-05-01T00:00:00.000Z, 2026-06-01T00:00:00.000Z.',
      });
    },
  );

  test('of a change of credits name who made it', async () => {
    const subject = await open();
    const { batchUuid } = await sendAndView(subject, { to });
    const entries = Array.from({ length: 12 }, (_, index) => `entry:${index + 1}`);
    const found = [];
    for (const id of entries) {
      const reason = await why(subject, id).catch(() => undefined);
      if (reason !== undefined) found.push(reason);
    }
    expect(found).toMatchObject([
      {
        outcome: 'began with 1000 credits; then 1000 paid, 0 packaged, 0 held',
        decidedBy: { kind: 'configuration' },
      },
      { decidedBy: { kind: 'request' }, cause: { kind: 'batch', id: batchUuid } },
    ]);
  });

  test.each([
    '',
    '0',
    '999',
    'entry:0',
    'entry:x',
    'send-batch:',
    'job:1',
    '%',
    'x'.repeat(5_000),
    crypto.randomUUID(),
  ])('of nothing are refused: %s', async (id) => {
    const subject = await open();
    await subject.send();
    await expect(why(subject, id)).rejects.toThrow(/There is no|No operation has the path/);
  });
});
