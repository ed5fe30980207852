// oxlint-disable typescript/no-floating-promises -- The runner waits for the tests.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { createEmulator, type EmulatorOptions } from '@messaging-service/emulator';
import { listen } from '@messaging-service/emulator/node';

const PHONE = '447700900123';
const path = (name: string) => fileURLToPath(new URL(name, import.meta.url));
const config = JSON.parse(readFileSync(path('emulator.config.json'), 'utf8')) as EmulatorOptions;

test('a code logs in once, and expires when the clock of the emulator advances', async () => {
  const emulator = createEmulator(config);
  const service = await listen(emulator);
  const application = spawn(process.execPath, [path('application/main.ts')], {
    env: {
      PORT: '0',
      MESSAGING_BASE_URL: service.url,
      MESSAGING_ACCOUNT_KEY: emulator.account.apiKey,
      MESSAGING_SENDER: 'DEMO',
      MESSAGING_EMULATOR_URL: service.url,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  try {
    const [line] = (await once(application.stdout, 'data')) as [Buffer];
    const port = /"port":(\d+)/.exec(line.toString())?.[1];
    const post = async (where: string, body: object) =>
      (await fetch(`http://127.0.0.1:${port}${where}`, { method: 'POST', body: JSON.stringify(body) }))
        .status;
    const logIn = async (lateBy: '4m' | '5m') => {
      assert.equal(await post('/login/code', { phone: PHONE }), 202);
      const { match } = await emulator.waitForMessage({ to: PHONE, match: /^(\d{6}) is your code/ });
      await emulator.clock.advance(lateBy);
      return post('/login', { phone: PHONE, code: match?.[1] });
    };
    assert.equal(await logIn('4m'), 200);
    assert.equal(await logIn('5m'), 401);
  } finally {
    application.kill();
    await service.close();
    emulator.close();
  }
});
