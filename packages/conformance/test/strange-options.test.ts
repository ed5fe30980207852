import { checkConformance } from '@messaging-service/conformance';
import { strangeOptions } from '@messaging-service/test-support';
import { expect, test } from 'vitest';

const valid = {
  baseUrl: 'https://api.messaging.test',
  keys: { accountKey: '0123456789abcdef0123456789abcdef' },
  fetch: async () => expect.unreachable(),
};
const notFunction = (value: unknown, shown: string) => [value, `must be a function; got ${shown}`] as const;

test.each(
  strangeOptions(valid, {
    dryRunOnly: ['no', 'must be true or false; got "no"'],
    baseUrl: [null, 'must be a text'],
    keys: ['0123', 'must be an object, not a string'],
    fetch: notFunction('fetch', '"fetch"'),
    to: [447_700_900_001, 'must be a text; got 447700900001'],
    sender: [{}, 'must be a text; got an object'],
    advance: notFunction(60_000, '60000'),
    now: notFunction(new Date(), 'an instance of Date'),
    receiveWebhooks: notFunction(null, 'null'),
    writeFromHandset: notFunction(true, 'true'),
  }),
)('$title as the target is refused, and nothing is sent', async ({ options, says }) => {
  const error: unknown = await checkConformance(options as typeof valid).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(TypeError);
  for (const part of says) expect((error as TypeError).message).toContain(part);
});
