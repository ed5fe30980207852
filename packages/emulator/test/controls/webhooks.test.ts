import { describe, expect, test } from 'vitest';
import { PLACES, type Subject, sendAndView } from './subjects.ts';

/** An address at which nothing listens. */
const NOWHERE = 'http://127.0.0.1:1/receipts';

/** Sends a message and delivers it, so that there is a webhook for its receipt. */
async function sendDelivered(subject: Subject): Promise<void> {
  const { messageUuid } = await sendAndView(subject, { callback: NOWHERE });
  await subject.controls.deliver(messageUuid);
}

describe.each(PLACES)('webhooks %s (EMU-18)', (_, open) => {
  test('are sent again, with another attempt at the same delivery', async () => {
    const subject = await open();
    const { controls } = subject;
    await sendDelivered(subject);
    await controls.settle();
    const [delivery] = await controls.webhooks();
    expect(delivery?.attempts).toHaveLength(1);
    const resent = await controls.resendWebhook(delivery?.id ?? '');
    expect(resent.id).toBe(delivery?.id);
    await controls.settle();
    expect((await controls.webhooks())[0]?.attempts).toHaveLength(2);
  });

  test('are sent with changes as another delivery', async () => {
    const subject = await open();
    const { controls } = subject;
    await sendDelivered(subject);
    const [delivery] = await controls.webhooks();
    const url = 'http://127.0.0.1:1/other';
    const payload = { ...(delivery?.payload as object), code: '22' };
    const changed = await controls.resendWebhook(delivery?.id ?? '', { url, payload });
    expect(changed).toMatchObject({ url, payload });
    expect(changed.id).not.toBe(delivery?.id);
    expect(await controls.webhooks()).toHaveLength(2);
  });

  test('that do not exist, or would change to something invalid, are refused', async () => {
    const subject = await open();
    const { controls } = subject;
    await sendDelivered(subject);
    const [delivery] = await controls.webhooks();
    const resend = async (id: string, changes?: object) => controls.resendWebhook(id, changes);
    await expect(resend(crypto.randomUUID())).rejects.toThrow(/no webhook delivery/);
    await expect(resend(delivery?.id ?? '', { url: 'nowhere' })).rejects.toThrow(/url/);
    await expect(resend(delivery?.id ?? '', { payload: { code: 1 } })).rejects.toThrow(/payload/);
    await expect(resend(delivery?.id ?? '', { payloads: {} })).rejects.toThrow('did you mean "payload"?');
    expect(await controls.webhooks()).toHaveLength(1);
  });
});
