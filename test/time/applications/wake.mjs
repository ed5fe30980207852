// A writer writes once an hour. A reader in another process waits for it without a timer: `wake.mjs blpop reader`.
import { createServer } from 'node:http';
import { Redis } from 'ioredis';
import pg from 'pg';
import { WebSocket, WebSocketServer } from 'ws';
import { effect, HOUR, MINUTE, ready } from './effects.mjs';

const [channel, role] = process.argv.slice(2);
const { REDIS_HOST: host, REDIS_PORT, DATABASE_URL: connectionString, PORT } = process.env;
const redis = () => new Redis({ host, port: Number(REDIS_PORT) });
const serve = (handle) =>
  new Promise((resolve) => {
    const server = createServer(handle).listen(Number(PORT), '127.0.0.1', () => resolve(server));
  });
const url = `http://127.0.0.1:${PORT}/`;

/** How each channel writes, and how it calls `read` with what was written. */
const channels = {
  blpop: {
    writer: async () => {
      const client = redis();
      return (text) => client.rpush('list', text);
    },
    reader: async (read) => {
      const client = redis();
      void (async () => {
        for (;;) read((await client.blpop('list', 0))[1]);
      })();
    },
  },
  xread: {
    writer: async () => {
      const client = redis();
      return (text) => client.xadd('stream', '*', 'text', text);
    },
    reader: async (read) => {
      const client = redis();
      void (async () => {
        for (let last = '$'; ; ) {
          const [[, entries]] = await client.xread('BLOCK', 0, 'STREAMS', 'stream', last);
          for (const [id, [, text]] of entries) {
            last = id;
            read(text);
          }
        }
      })();
    },
  },
  subscribe: {
    writer: async () => {
      const client = redis();
      return (text) => client.publish('channel', text);
    },
    reader: async (read) => {
      const client = redis();
      await client.subscribe('channel');
      client.on('message', (_, text) => read(text));
    },
  },
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
      const server = new WebSocketServer({ server: await serve() });
      return (text) => {
        for (const client of server.clients) client.send(text);
      };
    },
    reader: async (read) => {
      const client = new WebSocket(url.replace('http', 'ws'));
      client.on('message', (data) => read(data.toString()));
      await new Promise((resolve) => client.once('open', resolve));
    },
  },
  'event-stream': {
    writer: async () => {
      const responses = new Set();
      await serve((_, response) => {
        response.writeHead(200, { 'content-type': 'text/event-stream' }).write(': open\n\n');
        responses.add(response);
      });
      return (text) => {
        for (const response of responses) response.write(`data: ${text}\n\n`);
      };
    },
    reader: async (read) => {
      const { body } = await fetch(url);
      void (async () => {
        for await (const chunk of body.pipeThrough(new TextDecoderStream()))
          for (const [, text] of chunk.matchAll(/^data: (.*)$/gm)) read(text);
      })();
    },
  },
  'long-poll': {
    writer: async () => {
      const responses = new Set();
      await serve((_, response) => responses.add(response));
      return (text) => {
        for (const response of responses) response.end(text);
        responses.clear();
      };
    },
    reader: async (read) => {
      void (async () => {
        for (;;) read(await (await fetch(url)).text());
      })();
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
