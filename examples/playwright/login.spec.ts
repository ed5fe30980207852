import { expect, test } from '@messaging-service/emulator/playwright';

const PHONE = '447700900123';
test.use({ applicationOptions: { command: 'node main.ts' } });

test('a customer logs in with the code on the phone', async ({ page, sms, emulator }) => {
  await page.goto('/');
  await page.getByLabel('Mobile number').fill(`+${PHONE}`);
  await page.getByRole('button', { name: 'Send code' }).click();
  await page.getByLabel('Code').fill(await sms.waitForCode({ to: PHONE }));
  await page.getByRole('button', { name: 'Log in' }).click();
  await expect(page.getByRole('status')).toHaveText('You are logged in.');
  await expect(emulator).toHaveSentMessage({ to: PHONE, body: /is your code/ });
});

test('the page reports that no code could be sent', async ({ page, sms, emulator }) => {
  await emulator.addFault({ operation: 'messages.send', code: 'insufficient_credits' });
  await page.goto('/');
  await page.getByLabel('Mobile number').fill('+447700900124');
  await page.getByRole('button', { name: 'Send code' }).click();
  await expect(page.getByRole('status')).toHaveText('We could not send a code. Try again later.');
  expect(await sms.messages()).toEqual([]);
});
