import type { Transport } from '@messaging-service/sdk';

interface Sent {
  readonly messages?: readonly { readonly to: string; readonly body: string; readonly id?: string }[];
}

const UUID = '0190f3c4-5b6a-7c8d-9e0f-1a2b3c4d5e6f';
const OTHERS = JSON.stringify({ id: UUID, object: 'message', sid: UUID, status: 'queued', created: 1 });

/** Returns the smallest response that each client accepts: queued messages for ours, otherwise an object with an identifier. */
export function answerTo(text: string): string {
  if (!text.startsWith('{"messages":[{"to"')) return OTHERS;
  const { messages = [] } = JSON.parse(text) as Sent;
  const from = { type: 'custom', value: 'DEMO' };
  return JSON.stringify({
    messages: messages.map(({ to, body, id = UUID }) => ({
      to,
      body,
      from,
      id,
      batchUuid: UUID,
      messageUuid: id,
      scheduled: false,
    })),
  });
}

/** Responds from memory, because memory that a transport keeps does not belong to the client. */
export const inMemory: Transport = async ({ body = '' }) => ({
  status: 200,
  headers: { 'content-type': 'application/json' },
  text: answerTo(body),
});
