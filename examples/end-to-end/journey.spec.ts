import { expect, test } from '@messaging-service/emulator/playwright';

test.use({ applicationOptions: { command: 'node main.ts', webhookPath: '/webhook' } });
const PHONE = '447700900123';

// Each worker has an emulator and an application of its own, so the tests use the same phone at the same time.
for (const reply of ['YES', 'NO'])
  test(`a customer logs in, is reminded, and replies ${reply}`, async ({ page, emulator, sms }) => {
    await page.goto('/');
    await page.getByLabel('Mobile number').fill(PHONE);
    await page.getByRole('button', { name: 'Send code' }).click();
    await page.getByLabel('Code').fill(await sms.waitForCode({ to: PHONE }));
    await emulator.clock.advance('6m');
    await page.getByRole('button', { name: 'Log in' }).click();
    await expect(page.getByRole('status')).toHaveText('This code is not valid.');
    await page.getByRole('button', { name: 'Send code' }).click();
    await page.getByLabel('Code').fill(await sms.waitForCode({ to: PHONE }));
    await page.getByRole('button', { name: 'Log in' }).click();
    await page.getByRole('button', { name: 'Book an appointment' }).click();
    await expect(page.getByRole('status')).toHaveText('Your appointment is booked.');
    await emulator.clock.advance('1d');
    await expect(emulator).toHaveSentMessage({ to: PHONE, body: /is tomorrow/ });
    await sms.reply(PHONE, reply);
    await expect(page.getByRole('listitem')).toHaveText([reply]);
  });
