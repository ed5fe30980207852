import type { createEmulatorTest } from '@messaging-service/emulator/vitest';
import { createMessagingClient } from '@messaging-service/sdk';
import { describe } from 'vitest';

type Test = ReturnType<typeof createEmulatorTest>;

const message = { to: '447700900123', from: { type: 'custom', value: 'DEMO' } } as const;

/** The text of a message: what the server of the setup file says, if there is one. */
async function textOf(name: string): Promise<string> {
  if (process.env['OWN_SERVER'] === undefined) return name;
  return `${name}: ${await (await fetch('https://weather.test/today')).text()}`;
}

/**
 * Two files have these tests, with fixtures of their own. Both files can share a process, and all tests can be concurrent.
 *
 * @param tests - Test functions of fixtures that have one address.
 */
export function testFixtures(file: string, tests: Readonly<Record<string, Test>>): void {
  describe.each([1, 2, 3])('%i', (count) => {
    for (const [name, test] of Object.entries(tests))
      test(`a test has only its own messages: ${name}`, async ({ emulator, expect }) => {
        const { baseUrl, account } = emulator;
        const client = createMessagingClient({ baseUrl, accountKey: account.apiKey });
        const body = await textOf(`${file} ${count} ${name}`);
        for (let sent = 1; sent <= 5; sent++) {
          await client.messages.sendOne({ ...message, body });
          expect(emulator.messages().map((one) => one.body)).toEqual(Array(sent).fill(body));
          expect(emulator).toHaveSentMessage({ body });
        }
        await emulator.clock.advance(`${count}h`);
      });
  });
}
