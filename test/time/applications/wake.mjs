// A writer writes once an hour. A reader in another process waits for it without a timer: `wake.mjs listen reader`.
import { createServer } from 'node:http';
import pg from 'pg';
import { WebSocket, WebSocketServer } from 'ws';
import { effect, HOUR, MINUTE, ready } from './effects.mjs';

const [channel, role] = process.argv.slice(2);
const { DATABASE_URL: connectionString, PORT } = process.env;

/** How each channel writes, and how it calls `read` with what was written. */
const channels = {
  listen: {
    writer: async () => {
      const client = new pg.Client({ connectionString });
      await client.connect();
      return (text) => client.query('select pg_notify($1, $2)', ['channel', text]);
    },
    reader: async (read) => {
      const client = new pg.Client({ connectionString });
      await client.connect();
      await client.query('listen channel');
      client.on('notification', ({ payload }) => read(payload));
    },
  },
  websocket: {
    writer: async () => {
      const server = createServer();
      await new Promise((resolve) => server.listen(Number(PORT), '127.0.0.1', resolve));
      const { clients } = new WebSocketServer({ server });
      return (text) => {
        for (const client of clients) client.send(text);
      };
    },
    reader: async (read) => {
      const client = new WebSocket(`ws://127.0.0.1:${PORT}/`);
      client.on('message', (data) => read(/** @type {Buffer} */ (data).toString()));
      await new Promise((resolve) => client.once('open', resolve));
    },
  },
};

if (role === 'writer') {
  const write = await channels[channel].writer();
  let written = 0;
  setInterval(() => {
    effect(`wrote ${++written}`);
    void write(String(written));
  }, HOUR);
} else {
  await channels[channel].reader((text) => {
    effect(`read ${text}`);
    setTimeout(() => effect(`confirmed ${text}`), 10 * MINUTE);
  });
}
ready();
