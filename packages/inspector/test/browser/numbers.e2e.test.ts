import { expect } from 'vitest';
import { inBrowser as test, text } from './inspect.ts';

test('a sender ID that is a phone number has its plus in every view', async ({ inspect }) => {
  const sender = '447700900991';
  const { page, visit, send, emulator } = await inspect({
    options: { accounts: [{ name: 'Shop', credits: 100, senders: [sender] }] },
  });
  await send(text('Hello', { from: { type: 'custom', value: sender } }));
  emulator.handset('447700900123').reply('Thanks');
  const [message] = emulator.messages();
  const main = page.getByRole('main');
  for (const hash of [
    'overview',
    'phones/447700900123',
    'messages',
    `messages/${message?.messageUuid}`,
    `batches/${message?.batchUuid}`,
    'accounts',
  ]) {
    await visit(`#/${hash}`);
    const shown = hash === 'overview' ? '+447700900123' : `+${sender}`;
    await main.getByText(shown).filter({ visible: true }).first().waitFor();
    // The overview of a service without messages shows the body of a call, in which numbers have no plus.
    await main.getByText('Nothing was sent yet.').waitFor({ state: 'hidden' });
    expect(await main.innerText(), hash).not.toMatch(/(?<!\+)447700900/);
  }
  await page.getByRole('button', { name: 'New message' }).click();
  await page.getByRole('combobox', { name: 'From' }).selectOption(`+${sender}`);
});
