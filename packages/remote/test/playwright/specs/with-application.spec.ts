import { expect, test } from '@messaging-service/emulator/playwright';

test.use({ applicationOptions: { command: `"${process.execPath}" application.mjs` } });

test('the application follows the clock', async ({ request, emulator, baseURL, application }) => {
  expect(baseURL).toBe(application?.url);
  await request.get('/remind');
  await emulator.clock.advance('1d');
  await expect(emulator).toHaveSentMessage({ body: 'See you today' });
});

test('the application ends', async ({ request }) => {
  await request.get('/crash');
});

test('the next test has another application', async ({ request }) => {
  expect((await request.get('/')).status()).toBe(200);
});

test('a test fails', async ({ request }) => {
  await request.get('/noticed');
  expect(1).toBe(2);
});
