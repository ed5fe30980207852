// A route handler of Next.js that starts timers. `npm run build:next` builds it first.
import { createServer } from 'node:http';
import next from 'next';
import { ready } from './effects.mjs';

const application = next({ dev: false, dir: new URL('next', import.meta.url).pathname });
await application.prepare();
const server = createServer(application.getRequestHandler()).listen(Number(process.env.PORT), '127.0.0.1');
server.once('listening', async () => {
  const response = await fetch(`http://127.0.0.1:${process.env.PORT}/api/start`, { method: 'POST' });
  if (response.status !== 204) throw new Error(await response.text());
  ready();
});
