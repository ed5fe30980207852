import { UnexpectedResponseError } from '@messaging-service/sdk';
import { describe, expect } from 'vitest';
import { createFullClient, failureOf, message, operations, queued, samples } from './samples.ts';
import { type ScriptedService, test } from './scripted-service.ts';

const send = samples['messages.send'].call;

async function unexpected(service: ScriptedService, call = send): Promise<UnexpectedResponseError> {
  const error = await failureOf(call(createFullClient(service.url)));
  expect(error).toBeInstanceOf(UnexpectedResponseError);
  expect(service.received).toHaveLength(1);
  return error as UnexpectedResponseError;
}

const needsFields = operations.filter(
  ({ name }) =>
    !['batches.cancel', 'accounts.update', 'accounts.topUp', 'accounts.deactivate'].includes(name),
);

describe('a response with status 200 that differs from the specification', () => {
  test.for(needsFields)(
    '$name: 200 {} is an error that says what is missing',
    async ({ call }, { service }) => {
      service.answer(200, {});
      const error = await unexpected(service, call);
      expect(error).toMatchObject({ status: 200, body: '{}', attempts: 1, maybeSent: true });
      expect(error.issues).not.toEqual([]);
    },
  );

  test.for(operations)(
    '$name: truncated JSON keeps the status and the raw body',
    async ({ call, answer }, { service }) => {
      const text = JSON.stringify(answer === undefined ? {} : answer).slice(0, -1);
      service.answer(200, text);
      const error = await unexpected(service, call);
      expect(error).toMatchObject({ status: 200, body: text, issues: [], maybeSent: true });
      expect(error.message).toMatch(/ returned 200: the body is not JSON: check baseUrl$/);
    },
  );

  test.for([
    '<!doctype html>',
    'OK',
    '""',
    'null',
    '7',
    'true',
    '[]',
    '{"messages":{}}',
    '{"messages":[{}]}',
    '\u0000',
  ])('a send with the response %j', async (body, { service }) => {
    service.answer(200, body);
    expect(await unexpected(service)).toMatchObject({ body, headers: { 'content-type': 'text/html' } });
  });

  test.for([0, 1, 3])(
    '%i queued messages for two sent, whose assignment is unknown',
    async (count, { service }) => {
      service.answer(200, { messages: Array.from({ length: count }, () => queued) });
      const error = await unexpected(service, ({ messages }) =>
        messages.send({ messages: [message, message] }),
      );
      expect(error.issues).toEqual([
        { path: 'messages', message: `must have 2 items, one for each message of the request, not ${count}` },
      ]);
    },
  );
});

test.for([301, 302, 303, 307, 308])(
  'a redirect with %i is not followed: it would pass the request to an address that is not configured',
  async (status, { service }) => {
    const location = 'https://elsewhere.test/message?key=changed#x';
    service.script((response) => response.writeHead(status, { location }).end());
    const error = await unexpected(service);
    expect(error).toMatchObject({ status, headers: { location } });
    expect(error.message).toBe(
      `POST /message returned ${status}: redirects are not followed: set baseUrl to the final address (https://elsewhere.test/message)`,
    );
  },
);

test.for([
  [0, 'it is a redirect, which is not followed, or no response of HTTP'],
  [99, 'the status is not one of HTTP'],
  [199, 'the status is not one of HTTP'],
  [300, 'redirects are not followed: set baseUrl to the final address'],
] as const)(
  'after a response with status %i, the outcome of a send is unknown (MSG-10)',
  async ([status, words]) => {
    const transport = async () => ({ status, headers: {}, text: JSON.stringify({ messages: [queued] }) });
    const error = await failureOf(send(createFullClient('https://api.messaging.test', { transport })));
    const text = `POST /message returned ${status}: ${words}`;
    expect(error).toMatchObject({
      name: 'UnexpectedResponseError',
      message: text,
      attempts: 1,
      maybeSent: true,
    });
  },
);

test('each path that differs from the contract is reported once', async ({ service }) => {
  service.answer(200, { messages: [{ ...queued, messageUuid: null, scheduled: 'yes' }] });
  const { issues } = await unexpected(service);
  expect(issues.map(({ path }) => path).toSorted()).toEqual([
    'messages.0.messageUuid',
    'messages.0.scheduled',
  ]);
});
