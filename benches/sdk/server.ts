/** The server that all clients call. It returns the smallest response that each of them accepts. */
import { serveJson } from '../measure/json-server.ts';

interface Sent {
  readonly messages?: readonly { readonly to: string; readonly body: string; readonly id?: string }[];
}

const UUID = '0190f3c4-5b6a-7c8d-9e0f-1a2b3c4d5e6f';
const FOR_OTHERS = JSON.stringify({ id: UUID, object: 'message', sid: UUID, status: 'queued', created: 1 });

/** Queued messages for our client, otherwise an object with an identifier. */
function answerTo(text: string): string {
  if (!text.startsWith('{"messages":[{"to"')) return FOR_OTHERS;
  const { messages = [] } = JSON.parse(text) as Sent;
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
}

await serveJson(answerTo);
