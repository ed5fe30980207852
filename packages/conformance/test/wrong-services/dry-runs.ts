import type { ConformanceTarget } from '@messaging-service/conformance';
import { altering, responding, rewriting, withoutDryRun } from '../altered-service.ts';
import {
  accepting,
  breaking,
  everyMessage,
  isDryRun,
  type Json,
  notRefused,
  refusingWith,
  requestOf,
  responsesTo,
  type WrongService,
} from './wrong-service.ts';

/** Changes the `send_at` that the service returns. */
const sendAt = (change: (time: string) => string) =>
  altering(
    everyMessage((message) => {
      if (typeof message.send_at === 'string') message.send_at = change(message.send_at);
    }),
  );

/** A service that accepts dry runs of messages that it must refuse. */
function acceptingMessage(
  isAffected: (message: Json, defaults: Json | undefined) => boolean,
): ConformanceTarget {
  return responding((call) => {
    const { messages: [message] = [], defaults } = requestOf(call) ?? {};
    if (message === undefined || !isAffected(message, defaults)) return undefined;
    return Response.json({ messages: [] });
  });
}

/** Services that accept messages and batches which they must refuse. */
const refusedMessages: readonly WrongService[] = [
  ...(['to', 'from', 'body'] as const).map((member) =>
    breaking(`add-message.${member}-required`, 'MSG-1', `accepts a message without ${member}`, {
      detail: notRefused('messages.send'),
      target: acceptingMessage((message, defaults) => !(member in message) && defaults === undefined),
    }),
  ),
  breaking('add-message.custom-needs-value', 'MSG-2', 'accepts a custom sender without a value', {
    detail: notRefused('messages.send'),
    target: acceptingMessage(({ from }) => JSON.stringify(from) === '{"type":"custom"}'),
  }),
  breaking('add-message.sender-type', 'MSG-2', 'accepts an unknown sender type', {
    detail: notRefused('messages.send'),
    target: acceptingMessage(({ from }) => (from as Json | undefined)?.type === 'borrowed'),
  }),
  breaking('add-message.send-at-is-a-time', 'API-4', 'accepts a send_at that is not a timestamp', {
    detail: notRefused('messages.send'),
    target: acceptingMessage(({ send_at }) => send_at === 'tomorrow'),
  }),
  breaking('add-message.messages-required', 'ERR-2', 'accepts a request without messages', {
    detail: notRefused('messages.send'),
    target: accepting({ messages: [] }, (call) => {
      const request = requestOf(call);
      return request !== undefined && request.messages === undefined;
    }),
  }),
  breaking('add-message.json', 'API-1', 'accepts a body that is not JSON', {
    detail: notRefused('messages.send'),
    target: accepting(
      { messages: [] },
      (call) => call.operation === 'POST /message' && requestOf(call) === undefined,
    ),
  }),
  breaking('add-message.sender-owned', 'SND-1', 'sends from any sender ID', {
    detail: notRefused('messages.send'),
    target: rewriting(({ body }) =>
      body === '' ? undefined : { body: body.replace('NOTMINE0000', 'DEMO') },
    ),
  }),
  breaking('add-batch.destinations-required', 'BAT-1', 'accepts a batch without destinations', {
    detail: notRefused('batches.send'),
    target: accepting(
      {},
      ({ operation, body }) => operation === 'POST /batch' && !body.includes('"destinations"'),
    ),
  }),
];

/** Services that are wrong about dry runs and what they show. */
export const dryRuns: readonly WrongService[] = [
  ...refusedMessages,
  breaking('dry-run.queues-nothing', 'MSG-9', 'queues dry runs of messages', {
    detail: 'a dry run queued ',
    target: rewriting((call) => ({ url: withoutDryRun(call.url) })),
  }),
  breaking('add-batch.dry-run', 'BAT-6', 'queues dry runs of batches', {
    detail: 'a dry run queued ',
    target: rewriting(({ operation, url }) =>
      operation === 'POST /batch' ? { url: withoutDryRun(url) } : undefined,
    ),
  }),
  breaking('add-batch.dry-run', 'BAT-6', 'refuses dry runs of batches', {
    detail: 'expected status 200; batches.send returned 400',
    target: refusingWith(400, (call) => call.operation === 'POST /batch' && isDryRun(call)),
  }),
  breaking(
    'add-message.merge-validates-merged',
    'MSG-4',
    'validates a message before it merges the defaults',
    {
      detail: 'expected status 200; messages.send returned 400',
      target: refusingWith(400, (call) => {
        const { messages: [message = {}] = [], defaults } = requestOf(call) ?? {};
        return defaults !== undefined && Object.keys(message).join() === 'to';
      }),
    },
  ),
  breaking('add-message.merge-own-values-win', 'MSG-3', "replaces a message's own values with the defaults", {
    detail: 'the response shows the text from the defaults',
    target: altering(
      everyMessage((message, call) =>
        Object.assign(message, { body: requestOf(call)?.defaults?.body ?? message.body }),
      ),
    ),
  }),
  breaking('add-message.merge-from', 'MSG-3, MSG-6', 'ignores the sender of the defaults', {
    detail: 'the response shows the sender type shared',
    target: altering(
      everyMessage((message, call) => {
        if (requestOf(call)?.defaults?.from !== undefined)
          message.from = { type: 'shared', value: '447700900980' };
      }),
    ),
  }),
  breaking('add-message.one-response-each', 'MSG-5', 'returns messages in another order', {
    detail: 'the response shows the texts ["the third","the second","the first"]',
    target: altering(responsesTo('POST /message', ({ messages }) => ({ messages: messages.toReversed() }))),
  }),
  ...[
    { type: 'shared', value: '' },
    { type: 'custom', value: 'DEMO' },
  ].map((from) =>
    breaking(
      'add-message.shared-sender-shown',
      'SND-2',
      `shows a shared sender ID as ${JSON.stringify(from)}`,
      {
        detail: `the response shows the sender ${JSON.stringify(from)}`,
        target: altering(
          everyMessage((message, call) => {
            if (isDryRun(call) && (message.from as Json).type === 'shared') message.from = from;
          }),
        ),
      },
    ),
  ),
  breaking('add-message.scheduled', 'SCH-1', 'schedules nothing', {
    detail: 'it was not scheduled',
    target: altering(everyMessage((message) => Object.assign(message, { scheduled: false }))),
  }),
  breaking('add-message.sent-immediately', 'SCH-1', 'schedules everything', {
    detail: 'it was scheduled',
    target: altering(everyMessage((message) => Object.assign(message, { scheduled: true }))),
  }),
  breaking('add-message.sent-immediately', 'SCH-1', 'schedules messages for the past', {
    detail: 'it was scheduled',
    target: altering(
      responsesTo('POST /message', ({ messages }, call) => {
        requestOf(call)?.messages?.forEach(({ send_at }, index) => {
          if (String(send_at) < '2026-03-01T09') Object.assign(messages[index] ?? {}, { scheduled: true });
        });
      }),
    ),
  }),
  breaking('add-message.send-at-echoed', 'SCH-3', 'returns send_at with seconds', {
    detail: '2026-03-08T09:00Z was returned as 2026-03-08T09:00:00.000Z',
    target: sendAt((time) => new Date(time).toISOString()),
  }),
  breaking(
    'add-message.send-at-echoed',
    'API-4',
    'reads a time without seconds as the beginning of its day',
    {
      detail: '2026-03-08T09:00Z was returned as 2026-03-08T00:00Z',
      target: sendAt((time) => time.replace(/T\d\d:\d\dZ/, 'T00:00Z')),
    },
  ),
  ...['callback', 'channels', 'id'].map((member) =>
    breaking('add-message.echoes', 'MSG-6', `does not echo ${member}`, {
      detail: 'the response shows {',
      target: altering(everyMessage((message) => delete message[member])),
    }),
  ),
];
