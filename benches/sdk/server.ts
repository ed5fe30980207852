/** The server that all clients call. It returns the queued messages. */
import type { AddMessageRequest } from '@messaging-service/contract';
import { serveJson } from '../measure/json-server.ts';

const UUID = '0190f3c4-5b6a-7c8d-9e0f-1a2b3c4d5e6f';

await serveJson((text) => {
  const { messages } = JSON.parse(text) as AddMessageRequest;
  const queued = messages.map(({ to, body, id = UUID }) => ({
    to,
    body,
    from: { type: 'custom', value: 'DEMO' },
    id,
    batchUuid: UUID,
    messageUuid: id,
    scheduled: false,
  }));
  return JSON.stringify({ messages: queued });
});
