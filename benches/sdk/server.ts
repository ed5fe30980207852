/** The least that each client takes for an answer: queued messages for ours, an object with an identifier for the rest. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { answerQuestions } from '../measure/answer-questions.ts';

interface Sent {
  readonly messages?: readonly { readonly to: string; readonly body: string; readonly id?: string }[];
}

const UUID = '0190f3c4-5b6a-7c8d-9e0f-1a2b3c4d5e6f';
const OTHERS = JSON.stringify({ id: UUID, object: 'message', sid: UUID, status: 'queued', created: 1 });

function answerTo(text: string): string {
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

const server = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    const body = answerTo(Buffer.concat(chunks).toString());
    response.writeHead(200, {
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
    });
    response.end(body);
  });
});

await answerQuestions(
  () =>
    new Promise((resolve) => {
      const url = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
      if (server.listening) resolve(url());
      else server.listen(0, '127.0.0.1', () => resolve(url()));
    }),
);
