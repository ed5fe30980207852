// Outside its runner, Playwright creates fixtures but no tests.
import { equal } from 'node:assert/strict';
import { type CodeOptions, expect, test } from '@messaging-service/emulator/playwright';

const options: CodeOptions = { to: '447700900123', match: /code is (\d{6})/ };
const withApplication = test.extend<{ code: () => Promise<string> }>({
  code: async ({ sms }, use) => {
    await use(() => sms.waitForCode(options));
  },
});

equal(typeof withApplication.use, 'function');
equal(typeof expect({ messages: () => [], webhooks: () => [] }).toHaveSentMessage, 'function');
