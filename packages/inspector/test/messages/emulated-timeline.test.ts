import { type Served, serve } from '@messaging-service/test-support';
import { describe, expect, test } from 'vitest';
import type { TimelineResponse } from '../../src/api/types.ts';
import { describeStep } from '../../src/messages/timeline-steps.ts';

const MESSAGE = { to: '447700900123', from: { type: 'custom', value: 'DEMO' }, body: 'Hello' };
const CALLBACK = 'https://receiver.test/receipts';

/** An emulator whose receiver returns these statuses in order, and 200 after them. */
async function emulated(...statuses: number[]): Promise<Served> {
  const answers = [...statuses];
  return serve({
    now: '2026-01-01T09:00Z',
    webhooks: { fetch: async () => new Response(undefined, { status: answers.shift() ?? 200 }) },
  });
}

/** Sends a message, and returns a function that reads its timeline in words. */
async function sent({ api, control, emulator }: Served, members: object = {}) {
  await api('POST /message', { messages: [{ ...MESSAGE, ...members }] });
  await emulator.settle();
  const { messageUuid } = emulator.messages().at(-1) ?? expect.unreachable('no message was sent');
  return async () => {
    const { body } = await control<TimelineResponse>(`GET /messages/${messageUuid}/timeline`);
    return body.steps.map((step) => {
      const { name, kind, note = '' } = describeStep(step, body.message);
      return `${name} (${kind}) ${note.replaceAll(/\d+(\.\d+)? ms/g, 'n ms')}`.trim();
    });
  };
}

const REQUESTED = 'Requested (done) POST /message · 200 · n ms';

describe('the timeline of a message', () => {
  test('that was delivered', async () => {
    const read = await sent(await emulated());
    expect(await read()).toEqual([
      REQUESTED,
      'Queued (done)',
      'Credits charged (done) 1 credit',
      'Sent (done) by sms',
      'Delivered (delivered) 00 Successful',
    ]);
  });

  test('that is scheduled: its credits are held, and the time when it is due is still open', async () => {
    const read = await sent(await emulated(), { send_at: '2026-01-02T09:00Z' });
    expect(await read()).toEqual([
      REQUESTED,
      'Queued (done)',
      'Credits held (done) 1 credit',
      'Due (open) scheduled',
    ]);
  });

  test('that was scheduled and is sent: held credits are released and charged', async () => {
    const served = await emulated();
    const read = await sent(served, { send_at: '2026-01-02T09:00Z' });
    await served.emulator.clock.advance('2d');
    expect(await read()).toEqual([
      REQUESTED,
      'Queued (done)',
      'Credits held (done) 1 credit',
      'Due (done) scheduled',
      'Credits released (done) 1 credit',
      'Credits charged (done) 1 credit',
      'Sent (done) by sms',
      'Delivered (delivered) 00 Successful',
    ]);
  });

  test('that fails, with the code of its receipt', async () => {
    const read = await sent(await emulated(), { to: '447700900822' });
    expect((await read()).at(-1)).toMatch(/^Failed \(failed\) 22 /);
  });

  test('that skips a channel that its number does not have', async () => {
    const read = await sent(await emulated(), { to: '447700900701', channels: ['rcs', 'sms'] });
    expect(await read()).toContain('Sent (done) by sms, because rcs is not supported');
  });

  test('whose webhook failed once: the next attempt is planned, and made when it is due', async () => {
    const served = await emulated(503);
    const read = await sent(served, { callback: CALLBACK });
    expect((await read()).slice(-2)).toEqual([
      'Webhook attempt 1 (failed) delivery-receipt · 503 · n ms',
      'Webhook attempt 2 planned (open) delivery-receipt',
    ]);
    await served.emulator.clock.advance('1h');
    expect((await read()).at(-1)).toBe('Webhook attempt 2 (delivered) delivery-receipt · 200 · n ms');
  });

  test('that got a reply, with the text of the reply', async () => {
    const served = await emulated();
    const read = await sent(served);
    served.emulator.handset(MESSAGE.to).reply('Yes, please');
    expect((await read()).at(-1)).toBe('Reply (done) Yes, please');
  });

  test('in a conversation that uses many units: all of them are charged', async () => {
    const read = await sent(await emulated(), { body: 'x'.repeat(400) });
    expect(await read()).toContain('Credits charged (done) 3 credits');
  });
});

test('each step of a timeline is about an object that has an address', async () => {
  const served = await emulated();
  await served.api('POST /message', { messages: [{ ...MESSAGE, callback: CALLBACK }] });
  await served.emulator.settle();
  served.emulator.handset(MESSAGE.to).reply('Yes');
  const [message] = served.emulator.messages();
  const { body } = await served.control<TimelineResponse>(`GET /messages/${message?.messageUuid}/timeline`);
  const links = body.steps.map((step) => describeStep(step, body.message).link);
  expect(links.flatMap((link) => (link === undefined ? [] : [[link.kind, link.id]]))).toEqual([
    ['request', '1'],
    ['batch', message?.batchUuid],
    ['account', served.accountUuid],
    ['phone', MESSAGE.to],
    ['webhook', served.emulator.webhooks()[0]?.id],
  ]);
});
