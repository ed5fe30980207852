/** Serves the application on a free port. Its settings are environment variables. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { Application } from './application.ts';

const { MESSAGING_BASE_URL = '', MESSAGING_ACCOUNT_KEY = '', WEBHOOK_SECRET = '', PLANTED } = process.env;

const server = createServer((incoming, outgoing) => {
  void (async () => {
    const { method = 'GET', url = '/', headers } = incoming;
    const body = await text(incoming);
    const request = new Request(`${publicUrl}${url}`, {
      method,
      headers: Object.entries(headers).map(([name, value]) => [name, String(value)] as [string, string]),
      ...(method === 'GET' ? {} : { body }),
    });
    const response = await application.handle(request);
    outgoing.writeHead(response.status).end(await response.text());
  })();
}).listen(0, '127.0.0.1', () => process.stdout.write(`${publicUrlOf(server.address())}\n`));

function publicUrlOf(address: AddressInfo | string | null): string {
  return `http://127.0.0.1:${(address as AddressInfo).port}`;
}

await new Promise((resolve) => server.once('listening', resolve));
const publicUrl = publicUrlOf(server.address());
const application = new Application({
  baseUrl: MESSAGING_BASE_URL,
  accountKey: MESSAGING_ACCOUNT_KEY,
  webhookSecret: WEBHOOK_SECRET,
  bug: PLANTED,
  publicUrl,
});
