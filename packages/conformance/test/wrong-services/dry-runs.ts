import { altering, rewriting, withoutDryRun } from '../altered-service.ts';
import {
  everyMessage,
  isDryRun,
  type Json,
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

/** Services that are wrong about what a dry run shows. */
export const dryRuns: readonly WrongService[] = [
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
