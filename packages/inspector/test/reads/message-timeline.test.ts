import { answering, type Served, START, sendServed, serve } from '@messaging-service/test-support';
import { describe, expect, test } from 'vitest';

interface Timeline {
  steps: ({ at: string; kind: string; isPlanned: boolean } & Record<string, unknown>)[];
}

async function sentMessage(served: Served, overrides: object = {}) {
  await sendServed(served, overrides);
  return served.emulator.messages().at(-1) ?? expect.unreachable('no message was sent');
}

/** The kinds of steps of a message. */
async function kindsOf({ control }: Served, uuid: string): Promise<string[]> {
  const { body } = await control<Timeline>(`GET /messages/${uuid}/timeline`);
  return body.steps.map(({ kind, isPlanned }) => (isPlanned ? `${kind} planned` : kind));
}

describe('the timeline of a message', () => {
  test('goes from the request to the webhook attempts, including the planned one', async () => {
    const served = await serve();
    const callback = await answering(503);
    const { messageUuid } = await sentMessage(served, { to: '447700900001', callback });
    await served.control('POST /settle');
    expect(await kindsOf(served, messageUuid)).toEqual([
      'requested',
      'queued',
      'credits-charged',
      'sent',
      'delivered',
      'webhook',
      'webhook planned',
    ]);
    const { body } = await served.control<Timeline>(`GET /messages/${messageUuid}/timeline`);
    expect(body.steps[0]).toMatchObject({ at: START, request: { id: 1, status: 200, method: 'POST' } });
    expect(body.steps.at(-1)).toMatchObject({ attempt: 2, status: null });
  });

  test('shows held credits of a scheduled message, and the time at which it is due', async () => {
    const served = await serve();
    const { messageUuid } = await sentMessage(served, { to: '447700900001', send_at: '2030-01-01T00:00Z' });
    expect(await kindsOf(served, messageUuid)).toEqual([
      'requested',
      'queued',
      'credits-held',
      'due planned',
    ]);
    await served.control('POST /clock/advance', { to: '2030-01-01T00:00Z' });
    expect(await kindsOf(served, messageUuid)).toEqual([
      'requested',
      'queued',
      'credits-held',
      'due',
      'credits-released',
      'credits-charged',
      'sent',
      'delivered',
    ]);
  });

  test('names the channels on which it could not be sent', async () => {
    const served = await serve();
    const { messageUuid } = await sentMessage(served, { to: '447700900701', channels: ['rcs', 'sms'] });
    const { body } = await served.control<Timeline>(`GET /messages/${messageUuid}/timeline`);
    expect(body.steps).toContainEqual(
      expect.objectContaining({ kind: 'sent', channel: 'sms', skipped: ['rcs'] }),
    );
  });

  test('has the replies to the message, with and without a webhook', async () => {
    const served = await serve();
    const { messageUuid } = await sentMessage(served, { to: '447700900001' });
    const reply = (message: string) =>
      served.control('POST /inbound', { from: '447700900001', to: 'DEMO', message });
    await reply('Yes');
    const url = await answering(200);
    await served.api(`PATCH /account/${served.accountUuid}`, { mo: { mo_webhook_url: url } });
    await reply('Really');
    await served.control('POST /settle');
    const { body } = await served.control<Timeline>(`GET /messages/${messageUuid}/timeline`);
    expect(body.steps.filter(({ kind }) => kind === 'reply')).toMatchObject([
      { message: 'Yes', from: '447700900001' },
      { message: 'Really' },
    ]);
    expect(body.steps.at(-1)).toMatchObject({ kind: 'webhook', webhook: 'inbound-message', status: 200 });
  });
});
