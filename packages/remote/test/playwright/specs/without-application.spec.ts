import { expect, test } from '@messaging-service/emulator/playwright';

test('no application is started', ({ application, baseURL, emulator }) => {
  expect([application, baseURL]).toEqual([undefined, undefined]);
  expect(emulator.baseUrl).toMatch(/^http:/);
});
