// An application that sends a text tomorrow, and ends in the middle of a request.
import { createServer } from 'node:http';

const { MESSAGING_BASE_URL: url, MESSAGING_ACCOUNT_KEY: key, PORT } = process.env;
const message = { to: '447700900123', from: { type: 'custom', value: 'DEMO' }, body: 'See you today' };
createServer((request, response) => {
  process.stdout.write(`request ${request.url}\n`);
  if (request.url === '/crash') throw new Error('the last words of the application');
  if (request.url === '/remind')
    setTimeout(() => {
      void fetch(`${url}/message?key=${key}`, {
        method: 'POST',
        body: JSON.stringify({ messages: [message] }),
      });
    }, 86_400_000);
  response.end(String(process.pid));
}).listen(PORT);
