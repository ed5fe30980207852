import type { ConformanceTarget } from '@messaging-service/conformance';
import { altering, responding, rewriting, withoutDryRun } from '../altered-service.ts';
import {
  accepting,
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
  ...(['to', 'from', 'body'] as const).map((member) => ({
    id: `add-message.${member}-required`,
    breaks: 'MSG-1',
    is: `accepts a message without ${member}`,
    detail: notRefused('messages.send'),
    target: acceptingMessage((message, defaults) => !(member in message) && defaults === undefined),
  })),
  {
    id: 'add-message.custom-needs-value',
    breaks: 'MSG-2',
    is: 'accepts a custom sender without a value',
    detail: notRefused('messages.send'),
    target: acceptingMessage(({ from }) => JSON.stringify(from) === '{"type":"custom"}'),
  },
  {
    id: 'add-message.sender-type',
    breaks: 'MSG-2',
    is: 'accepts an unknown sender type',
    detail: notRefused('messages.send'),
    target: acceptingMessage(({ from }) => (from as Json | undefined)?.type === 'borrowed'),
  },
  {
    id: 'add-message.send-at-is-a-time',
    breaks: 'API-4',
    is: 'accepts a send_at that is not a timestamp',
    detail: notRefused('messages.send'),
    target: acceptingMessage(({ send_at }) => send_at === 'tomorrow'),
  },
  {
    id: 'add-message.messages-required',
    breaks: 'ERR-2',
    is: 'accepts a request without messages',
    detail: notRefused('messages.send'),
    target: accepting({ messages: [] }, (call) => {
      const request = requestOf(call);
      return request !== undefined && request.messages === undefined;
    }),
  },
  {
    id: 'add-message.json',
    breaks: 'API-1',
    is: 'accepts a body that is not JSON',
    detail: notRefused('messages.send'),
    target: accepting(
      { messages: [] },
      (call) => call.operation === 'POST /message' && requestOf(call) === undefined,
    ),
  },
  {
    id: 'add-message.sender-owned',
    breaks: 'SND-1',
    is: 'sends from any sender ID',
    detail: notRefused('messages.send'),
    target: rewriting(({ body }) =>
      body === '' ? undefined : { body: body.replace('NOTMINE0000', 'DEMO') },
    ),
  },
  {
    id: 'add-batch.destinations-required',
    breaks: 'BAT-1',
    is: 'accepts a batch without destinations',
    detail: notRefused('batches.send'),
    target: accepting(
      {},
      ({ operation, body }) => operation === 'POST /batch' && !body.includes('"destinations"'),
    ),
  },
];

/** Services that are wrong about dry runs and what they show. */
export const dryRuns: readonly WrongService[] = [
  ...refusedMessages,
  {
    id: 'dry-run.queues-nothing',
    breaks: 'MSG-9',
    is: 'queues dry runs of messages',
    detail: 'a dry run queued ',
    target: rewriting((call) => ({ url: withoutDryRun(call.url) })),
  },
  {
    id: 'add-batch.dry-run',
    breaks: 'BAT-6',
    is: 'queues dry runs of batches',
    detail: 'a dry run queued ',
    target: rewriting(({ operation, url }) =>
      operation === 'POST /batch' ? { url: withoutDryRun(url) } : undefined,
    ),
  },
  {
    id: 'add-batch.dry-run',
    breaks: 'BAT-6',
    is: 'refuses dry runs of batches',
    detail: 'expected status 200; batches.send returned 400',
    target: refusingWith(400, (call) => call.operation === 'POST /batch' && isDryRun(call)),
  },
  {
    id: 'add-message.merge-validates-merged',
    breaks: 'MSG-4',
    is: 'validates a message before it merges the defaults',
    detail: 'expected status 200; messages.send returned 400',
    target: refusingWith(400, (call) => {
      const { messages: [message = {}] = [], defaults } = requestOf(call) ?? {};
      return defaults !== undefined && Object.keys(message).join() === 'to';
    }),
  },
  {
    id: 'add-message.merge-own-values-win',
    breaks: 'MSG-3',
    is: "replaces a message's own values with the defaults",
    detail: 'the response shows the text from the defaults',
    target: altering(
      everyMessage((message, call) =>
        Object.assign(message, { body: requestOf(call)?.defaults?.body ?? message.body }),
      ),
    ),
  },
  {
    id: 'add-message.merge-from',
    breaks: 'MSG-3, MSG-6',
    is: 'ignores the sender of the defaults',
    detail: 'the response shows the sender type shared',
    target: altering(
      everyMessage((message, call) => {
        if (requestOf(call)?.defaults?.from !== undefined)
          message.from = { type: 'shared', value: '447700900980' };
      }),
    ),
  },
  {
    id: 'add-message.one-response-each',
    breaks: 'MSG-5',
    is: 'returns messages in another order',
    detail: 'the response shows the texts ["the third","the second","the first"]',
    target: altering(responsesTo('POST /message', ({ messages }) => ({ messages: messages.toReversed() }))),
  },
  ...[
    { type: 'shared', value: '' },
    { type: 'custom', value: 'DEMO' },
  ].map((from) => ({
    id: 'add-message.shared-sender-shown',
    breaks: 'SND-2',
    is: `shows a shared sender ID as ${JSON.stringify(from)}`,
    detail: `the response shows the sender ${JSON.stringify(from)}`,
    target: altering(
      everyMessage((message, call) => {
        if (isDryRun(call) && (message.from as Json).type === 'shared') message.from = from;
      }),
    ),
  })),
  {
    id: 'add-message.scheduled',
    breaks: 'SCH-1',
    is: 'schedules nothing',
    detail: 'it was not scheduled',
    target: altering(everyMessage((message) => Object.assign(message, { scheduled: false }))),
  },
  {
    id: 'add-message.sent-immediately',
    breaks: 'SCH-1',
    is: 'schedules everything',
    detail: 'it was scheduled',
    target: altering(everyMessage((message) => Object.assign(message, { scheduled: true }))),
  },
  {
    id: 'add-message.sent-immediately',
    breaks: 'SCH-1',
    is: 'schedules messages for the past',
    detail: 'it was scheduled',
    target: altering(
      responsesTo('POST /message', ({ messages }, call) => {
        requestOf(call)?.messages?.forEach(({ send_at }, index) => {
          if (String(send_at) < '2026-03-01T09') Object.assign(messages[index] ?? {}, { scheduled: true });
        });
      }),
    ),
  },
  {
    id: 'add-message.send-at-echoed',
    breaks: 'SCH-3',
    is: 'returns send_at with seconds',
    detail: '2026-03-08T09:00Z was returned as 2026-03-08T09:00:00.000Z',
    target: sendAt((time) => new Date(time).toISOString()),
  },
  {
    id: 'add-message.send-at-echoed',
    breaks: 'API-4',
    is: 'reads a time without seconds as the beginning of its day',
    detail: '2026-03-08T09:00Z was returned as 2026-03-08T00:00Z',
    target: sendAt((time) => time.replace(/T\d\d:\d\dZ/, 'T00:00Z')),
  },
  ...['callback', 'channels', 'id'].map((member) => ({
    id: 'add-message.echoes',
    breaks: 'MSG-6',
    is: `does not echo ${member}`,
    detail: 'the response shows {',
    target: altering(everyMessage((message) => delete message[member])),
  })),
];
