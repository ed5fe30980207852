/** The least a JSON server on `node:http` can do: what everything else is measured against. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { answerQuestions } from '../../measure/answer-questions.ts';

const server = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    const body = JSON.stringify(JSON.parse(Buffer.concat(chunks).toString()));
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
      if (server.listening) resolve(urlOf());
      else server.listen(0, '127.0.0.1', () => resolve(urlOf()));
    }),
);

function urlOf(): string {
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
