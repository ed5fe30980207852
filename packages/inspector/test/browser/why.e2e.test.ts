import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { type Inspect, inBrowser as test, text } from './inspect.ts';

/** The number of the customer, as the person who searches has it. */
const NUMBER = '+44 7700 900123';
const DIGITS = '447700900123';
const UNRELATED = 5_000;

/** Numbers of one batch that are not about the customer. */
const PER_BATCH = 500;

/** Clicks and keys of the user, and what was typed. Each scenario starts at the first view. */
class Hands {
  readonly #page: Page;
  actions = 0;

  constructor(page: Page) {
    this.#page = page;
  }

  /** Types the number into the search of the first view and opens its phone with Enter. */
  async openPhone(): Promise<void> {
    this.actions += 3;
    await this.#page.keyboard.press('/');
    await this.#page.keyboard.type(NUMBER);
    await this.#page.keyboard.press('Enter');
    await this.#page.getByRole('heading', { name: `+${DIGITS}` }).waitFor();
  }

  async click(role: 'link' | 'row', name: string | RegExp): Promise<void> {
    this.actions++;
    await this.#page.getByRole('main').getByRole(role, { name, exact: true }).first().click();
  }
}

const region = (page: Page, name: string) => page.getByRole('region', { name, exact: true });

/** An emulator in which much else has happened. */
async function busy(inspect: Inspect) {
  const inspected = await inspect({
    options: {
      accounts: [
        { credits: 100_000, senders: ['DEMO'] },
        { name: 'Other shop', credits: 10 },
      ],
      sharedSenders: ['447700900999'],
    },
  });
  const others = Array.from({ length: UNRELATED }, (_, index) => String(447_900_100_000 + index));
  const noise = async (from: number, end: number) => {
    for (let start = from; start < end; start += PER_BATCH) {
      const destinations = others.slice(start, start + PER_BATCH);
      await inspected.client.batches.send({ from: 'DEMO', message: 'Something else', destinations });
    }
  };
  await noise(0, UNRELATED / 2);
  return { ...inspected, noise: () => noise(UNRELATED / 2, UNRELATED), hands: new Hands(inspected.page) };
}

describe('among 5,000 other messages, the number of a customer is enough to find out why', () => {
  test('a request was refused', async ({ inspect }) => {
    const { page, send, noise, hands } = await busy(inspect);
    await send(text('Your code is 1234', { from: { type: 'custom', value: 'OTHER' } })).catch(
      () => undefined,
    );
    await noise();
    await hands.openPhone();
    await hands.click('link', '1 refused request');
    await hands.click('row', /403 POST \/message/);
    await expect.poll(() => region(page, 'Request').textContent()).toMatch(/sender_not_owned.*OTHER/s);
    expect(hands.actions).toBe(5);
  });

  test('a request was refused, after many messages that arrived', async ({ inspect }) => {
    const { page, send, noise, hands } = await busy(inspect);
    for (let index = 0; index < 12; index++) await send(text(`Reminder ${index}`));
    await send(text('Your code is 1234', { from: { type: 'custom', value: 'OTHER' } })).catch(
      () => undefined,
    );
    await noise();
    await hands.openPhone();
    await page.getByRole('log').getByText('Reminder 11').waitFor();
    await hands.click('link', '1 refused request');
    await hands.click('row', /403 POST \/message/);
    await expect.poll(() => region(page, 'Request').textContent()).toMatch(/sender_not_owned.*OTHER/s);
    expect(hands.actions).toBe(5);
  });

  test('the only shared sender ID is locked to another account for this number (SND-6)', async ({
    inspect,
  }) => {
    const { page, send, noise, hands, emulator, server } = await busy(inspect);
    const shared = { from: { type: 'shared' } };
    const [, other] = emulator.accounts;
    await fetch(`${server.url}/message?key=${other?.apiKey}`, {
      method: 'POST',
      body: JSON.stringify({ messages: [text('From the other shop', shared)] }),
    });
    await expect(send(text('Your code is 1234', shared))).rejects.toThrow(/shared/);
    await noise();
    await hands.openPhone();
    await page.getByRole('log').getByText('From the other shop').waitFor();
    await hands.click('link', '1 refused request');
    await hands.click('row', /409 POST \/message/);
    await expect.poll(() => region(page, 'Request').textContent()).toMatch(/shared_sender_unavailable/);
    expect(hands.actions).toBe(5);
  });

  test('the credits of a message are held until it is due', async ({ inspect }) => {
    const { page, send, noise, hands } = await busy(inspect);
    await send(text('Your appointment', { send_at: '2026-01-02T09:00Z' }));
    await noise();
    await hands.openPhone();
    await page.getByRole('log').getByText('in 1 d').waitFor();
    await hands.click('link', /^Details of the message/);
    await expect
      .poll(() => region(page, 'Message').textContent())
      .toMatch(/Credits held.*1 credit.*after 1 d.*Due.*2 Jan.*09:00:00.*Not sent yet/);
    expect(hands.actions).toBe(4);
  });

  test('the network reported that it failed', async ({ inspect }) => {
    const { page, send, noise, hands, control } = await busy(inspect);
    await control('PUT /carrier', {
      outcome: 'deliver',
      rules: [{ to: DIGITS, outcome: 'fail', code: '22' }],
    });
    await send(text('To a phone that is off'));
    await noise();
    await hands.openPhone();
    await page.getByRole('log').getByText('22 No response').waitFor();
    expect(hands.actions).toBe(3);
  });

  test('the webhook with its receipt got a 500', async ({ inspect }) => {
    const { page, send, noise, hands, receiver, emulator } = await busy(inspect);
    receiver.statuses.push(500);
    await send(text('Delivered, but not known', { callback: `${receiver.url}/receipts` }));
    await emulator.settle();
    await noise();
    await hands.openPhone();
    await hands.click('link', /^Details of the message/);
    await expect
      .poll(() => region(page, 'Message').textContent())
      .toMatch(/Delivered.*00 Successful.*Webhook attempt 1.*500.*Webhook attempt 2 planned/);
    await hands.click('link', 'Webhook');
    await expect.poll(() => region(page, 'Webhook delivery').textContent()).toMatch(/pending.*500.*Response/);
    expect(hands.actions).toBe(5);
  });
});

test('the palette leads from a number to the requests that were refused', async ({ inspect }) => {
  const { page, send } = await inspect();
  await send(text('Your code', { from: { type: 'custom', value: 'OTHER' } })).catch(() => undefined);
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: /^Command/ }).fill(NUMBER);
  await page.getByRole('option', { name: /POST \/message.*sender_not_owned/ }).click();
  await region(page, 'Request').getByText('sender_not_owned').first().waitFor();
});
