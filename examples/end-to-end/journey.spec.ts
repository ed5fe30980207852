import { test as base, expect } from '@messaging-service/emulator/playwright';
import { startApplication } from './start-application.ts';

const PHONE = '447700900123';

/** Each worker has an emulator of its own, and the application starts once for each worker. */
const test = base.extend<object, { appUrl: string }>({
  appUrl: [
    async ({ emulator }, use) => {
      const application = await startApplication(emulator);
      await use(application.url);
      application.process.kill();
    },
    { scope: 'worker' },
  ],
});
test.use({ emulatorOptions: { clock: 'virtual' } });

// The two tests run at the same time in two workers, with the same phone.
for (const answer of ['YES', 'NO'])
  test(`a customer is reminded and replies ${answer}`, async ({ page, appUrl, emulator, sms }) => {
    const requestCode = async () => {
      await page.getByRole('button', { name: 'Send code' }).click();
      return sms.waitForCode({ to: PHONE });
    };
    const logIn = async (code: string) => {
      await page.getByLabel('Code').fill(code);
      await page.getByRole('button', { name: 'Log in' }).click();
    };
    await page.goto(appUrl);
    await page.getByLabel('Mobile number').fill(PHONE);
    const expired = await requestCode();
    await emulator.clock.advance('6m');
    await logIn(expired);
    await expect(page.getByRole('status')).toHaveText('This code is not valid.');
    await logIn(await requestCode());
    await page.getByRole('button', { name: 'Book an appointment' }).click();
    await expect(page.getByRole('status')).toHaveText('Your appointment is booked.');
    await emulator.clock.advance('1d');
    await expect(emulator).toHaveSentMessage({ to: PHONE, body: /is tomorrow/ });
    await sms.reply(PHONE, answer);
    await expect(page.getByRole('listitem')).toHaveText([answer]);
  });
