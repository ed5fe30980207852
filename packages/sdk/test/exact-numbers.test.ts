import { type Issue, UnexpectedResponseError } from '@messaging-service/sdk';
import { describe, expect } from 'vitest';
import { ACCOUNT_UUID, BATCH_UUID, batch, createFullClient, failureOf, message, queued } from './samples.ts';
import { test } from './scripted-service.ts';

/** Numbers that JavaScript writes in another way than the service did. */
const CHANGED = [
  '12345678901234567890',
  '-12345678901234567890',
  '9007199254740993',
  '12345678901234567.5',
  '1e20',
  '1E+3',
  '1e400',
  '1.10',
  '7.0',
  '-0',
  '0.12345678901234567890123',
] as const;

/** Puts a number in the place of the text `@`, as a service in another language writes it. */
const withNumber = (value: unknown, number: string) => JSON.stringify(value).replace('"@"', number);

/** Calls whose response identifies something, with the number in its place. */
const identifiers = [
  {
    member: 'identifier',
    body: { identifier: '@' },
    read: async (url: string, options: object) =>
      (await createFullClient(url, options).batches.send(batch)).identifier,
  },
  {
    member: 'messages.0.batchUuid',
    body: { messages: [{ ...queued, batchUuid: '@' }] },
    read: async (url: string, options: object) =>
      (await createFullClient(url, options).messages.sendOne(message)).batchUuid,
  },
  {
    member: 'messages.0.messageUuid',
    body: { messages: [{ ...queued, messageUuid: '@' }] },
    read: async (url: string, options: object) =>
      (await createFullClient(url, options).messages.sendOne(message)).messageUuid,
  },
  {
    member: 'apiKey',
    body: { identifier: ACCOUNT_UUID, apiKey: '@' },
    read: async (url: string, options: object) =>
      (await createFullClient(url, options).accounts.create({ name: 'Reception' })).apiKey,
  },
  {
    member: 'batches.0.identifier',
    body: { batches: [{ identifier: '@', at: '2030-01-01T09:00:00Z', from: 'DEMO', messagecount: 2 }] },
    read: async (url: string, options: object) =>
      (await createFullClient(url, options).batches.listPending()).batches[0]?.identifier,
  },
  {
    member: '0.code',
    body: [{ code: '@', description: 'Successful' }],
    read: async (url: string, options: object) =>
      (await createFullClient(url, options).receiptCodes())[0]?.code,
  },
] as const;

describe('an identifier that is a number is reported, and is the text of the body', () => {
  test.for(identifiers.flatMap((one) => CHANGED.map((number) => ({ ...one, number }))))(
    '$member: $number',
    async ({ member, body, read, number }, { service }) => {
      service.answer(200, withNumber(body, number));
      const seen: Issue[] = [];
      const hooks = { onMismatch: ({ issues }: { issues: readonly Issue[] }) => seen.push(...issues) };
      expect(await read(service.url, { hooks })).toBe(number);
      expect(seen.map(({ path }) => path)).toEqual([member]);
    },
  );

  test.for(identifiers)("$member: responses: 'strict' refuses it", async ({ body, read }, { service }) => {
    service.answer(200, withNumber(body, '12345678901234567890'));
    expect(await failureOf(read(service.url, { responses: 'strict' }))).toBeInstanceOf(
      UnexpectedResponseError,
    );
  });
});

const account = { identifier: ACCOUNT_UUID, name: 'Reception', credits: '@' };

/** The credits of an account, and the differences that are reported for them. */
async function creditsOf(url: string) {
  const issues: Issue[] = [];
  const hooks = { onMismatch: (event: { issues: readonly Issue[] }) => issues.push(...event.issues) };
  const { accounts } = await createFullClient(url, { hooks }).accounts.list();
  return { credits: accounts[0]?.credits, paths: issues.map(({ path }) => path) };
}

test.for(['12345678901234567890', '-1e20', '1e400'])(
  'credits of %s do not fit a number: they are reported, and are the text of the body',
  async (number, { service }) => {
    service.answer(200, withNumber({ accounts: [account] }, number));
    const { credits, paths } = await creditsOf(service.url);
    expect(credits).toBe(number);
    expect(paths).toContain('accounts.0.credits');
  },
);

test.for([
  ['-10.0', -10],
  ['1e3', 1000],
  ['7.0', 7],
  ['9007199254740991', Number.MAX_SAFE_INTEGER],
] as const)('credits of %s are a number that fits', async ([number, expected], { service }) => {
  service.answer(200, withNumber({ accounts: [account] }, number));
  const { credits, paths } = await creditsOf(service.url);
  expect(credits).toBe(expected);
  expect(paths).not.toContain('accounts.0.credits');
});

test('credits with a fraction are a number, as close as it can be', async ({ service }) => {
  service.answer(200, withNumber({ accounts: [account] }, '0.33333333333333333333'));
  expect(await creditsOf(service.url)).toMatchObject({ credits: 1 / 3 });
});

test('a count that is not a safe integer cannot be used', async ({ service }) => {
  const counts = { total: '@', delivered: 1, failed: 0 };
  service.answer(200, withNumber({ counts }, '12345678901234567890'));
  const failure = await failureOf(createFullClient(service.url).batches.receipts(BATCH_UUID));
  expect(failure).toBeInstanceOf(UnexpectedResponseError);
  expect(failure).toHaveProperty('message', expect.stringContaining('counts.total'));
});

test('digits in a text are not a number', async ({ service }) => {
  const body = 'Call "12345678901234567890", "id":1e5 \\ or [12345678901234567890]';
  service.answer(200, { messages: [{ ...queued, body }] });
  const seen: unknown[] = [];
  const client = createFullClient(service.url, {
    hooks: { onMismatch: (event: unknown) => seen.push(event) },
  });
  expect(await client.messages.sendOne(message)).toMatchObject({ body });
  expect(seen).toEqual([]);
});

test('a long text beside such a number is read', async ({ service }) => {
  const body = '\\" 1'.repeat(1_000_000);
  service.answer(
    200,
    withNumber({ messages: [{ ...queued, body, messageUuid: '@' }] }, '12345678901234567890'),
  );
  const sent = await createFullClient(service.url).messages.sendOne(message);
  expect(sent).toMatchObject({ body, messageUuid: '12345678901234567890' });
});
