import {
  type AccountClient,
  InsufficientCreditsError,
  type MessagingClient,
  type OrganizationClient,
  type QueuedMessage,
  stubClient,
} from '@messaging-service/sdk';
import { describe, expect, test, vi } from 'vitest';
import { createFullClient } from './samples.ts';
import { BASE_URL } from './scripted-service.ts';

const message = { to: '447700900123', from: { type: 'shared' }, body: 'Your table is ready' } as const;
const queued = { to: message.to, messageUuid: 'a', batchUuid: 'b' } as QueuedMessage;

describe('a client made of functions of a test', () => {
  test('is used like a client by code that takes one', async () => {
    const remind = async (client: AccountClient) => (await client.messages.sendOne(message)).messageUuid;
    expect(await remind(stubClient({ messages: { sendOne: async () => queued } }))).toBe('a');
    const sendOne = vi.fn(() => queued);
    expect(await remind(stubClient({ messages: { sendOne } }))).toBe('a');
    expect(sendOne).toHaveBeenCalledWith(message);
  });

  test('its calls have the details of a response', async () => {
    const client = stubClient({ messages: { sendOne: async () => queued } });
    expect(await client.messages.sendOne(message).withResponse()).toMatchObject({
      data: queued,
      status: 200,
      attempts: 1,
    });
  });

  test('its calls fail as the function of the test does', async () => {
    const response = { status: 402, headers: {}, body: '' };
    const failure = new InsufficientCreditsError('no credits', { response });
    const client = stubClient({ messages: { sendOne: () => Promise.reject(failure) } });
    await expect(client.messages.sendOne(message)).rejects.toBe(failure);
  });

  test('other clients', async () => {
    const organization = stubClient<OrganizationClient>({
      accounts: { list: async () => ({ accounts: [] }) },
    });
    expect(await organization.accounts.list()).toEqual({ accounts: [] });
    const both: MessagingClient = stubClient<MessagingClient>({
      messages: {
        async *sendMany() {
          // No outcome.
        },
      },
      with: () => both,
    });
    const outcomes = both.with({ timeout: 1 }).messages.sendMany([]);
    expect((await outcomes.next()).done).toBe(true);
  });

  test('names an operation that the test has not replaced', () => {
    const client = stubClient({});
    expect(() => client.batches.listPending()).toThrow(
      'called batches.listPending, which the stub does not have',
    );
    expect(() => client.receiptCodes()).toThrow('called receiptCodes, which the stub does not have');
  });

  test('has every operation of a client', () => {
    const names = (client: object) =>
      Object.entries(client)
        .flatMap(([name, value]: [string, unknown]) =>
          typeof value === 'object' ? Object.keys(value as object).map((one) => `${name}.${one}`) : [name],
        )
        .toSorted();
    expect(names(stubClient<MessagingClient>({}))).toEqual(names(createFullClient(BASE_URL, {})));
  });
});
