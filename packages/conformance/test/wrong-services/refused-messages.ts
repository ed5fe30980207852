import type { ConformanceTarget } from '@messaging-service/conformance';
import { responding, rewriting } from '../altered-service.ts';
import { accepting, type Json, notRefused, requestOf, type WrongService } from './wrong-service.ts';

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
export const refusedMessages: readonly WrongService[] = [
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
