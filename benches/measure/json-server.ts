import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { answerQuestions } from './answer-questions.ts';

/**
 * Serves JSON with a minimal `node:http` server, and reports to the benchmark that started this process.
 *
 * @param answerTo - Returns the body of the response for the body of a request.
 */
export async function serveJson(answerTo: (body: string) => string): Promise<void> {
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
  const url = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  await answerQuestions(
    () =>
      new Promise((resolve) => {
        if (server.listening) resolve(url());
        else server.listen(0, '127.0.0.1', () => resolve(url()));
      }),
  );
}
