// One end supervises a connection to the other end, which lives: `supervision.mjs ws server`. Each hour, it records what it has.
import { createServer as createHttpServer } from 'node:http';
import http2 from 'node:http2';
import net from 'node:net';
import grpc from '@grpc/grpc-js';
import { Server as SocketIoServer } from 'socket.io';
import { io } from 'socket.io-client';
import { WebSocket, WebSocketServer } from 'ws';
import { effect, HOUR, ready } from './effects.mjs';

const [protocol, role] = process.argv.slice(2);
const port = Number(process.env.PORT);
const host = '127.0.0.1';
const PING = 30_000;
const DEADLINE = 5_000;

/** Closes a connection whose peer has not responded to the ping before, as the documentation of `ws` does it. */
function supervise({ ping, onPong, close }) {
  let isAlive = true;
  onPong(() => {
    isAlive = true;
  });
  setInterval(() => {
    if (!isAlive) close();
    isAlive = false;
    ping();
  }, PING);
}

const overWebSocket = (socket) =>
  supervise({
    ping: () => socket.ping(),
    onPong: (alive) => socket.on('pong', alive),
    close: () => socket.terminate(),
  });

const overTcp = (socket) =>
  supervise({
    ping: () => socket.write('ping\n'),
    onPong: (alive) => socket.on('data', (data) => String(data) === 'pong\n' && alive()),
    close: () => socket.destroy(),
  });

const answerTcp = (socket) =>
  socket
    .on('data', (data) => String(data) === 'ping\n' && socket.write('pong\n'))
    .on('error', () => undefined);

const unary = {
  path: '/Service/Call',
  requestStream: false,
  responseStream: false,
  requestSerialize: Buffer.from,
  requestDeserialize: String,
  responseSerialize: Buffer.from,
  responseDeserialize: String,
};

/** For each protocol, both ends. Each returns what it has at an hour. */
const ends = {
  ws: {
    server: async () => {
      const sockets = new WebSocketServer({ port, host });
      sockets.on('connection', (socket) => overWebSocket(socket));
      return () => `${sockets.clients.size} connected`;
    },
    client: async () => {
      const socket = new WebSocket(`ws://${host}:${port}`);
      await new Promise((resolve) => socket.once('open', resolve));
      overWebSocket(socket);
      return () => `${Number(socket.readyState === WebSocket.OPEN)} connected`;
    },
    peer: {
      server: () => new WebSocketServer({ port, host }),
      client: () => connectAgain(() => new WebSocket(`ws://${host}:${port}`)),
    },
  },
  'ws-messages': {
    server: async () => {
      const sockets = new WebSocketServer({ port, host });
      sockets.on('connection', (socket) => {
        overWebSocket(socket);
        setInterval(() => socket.send(JSON.stringify({ tick: Date.now() })), 60_000);
      });
      return () => `${sockets.clients.size} connected`;
    },
    peer: { client: () => connectAgain(() => new WebSocket(`ws://${host}:${port}`)) },
  },
  'socket.io': {
    server: async () => {
      const http = createHttpServer();
      const server = new SocketIoServer(http);
      http.listen(port, host);
      return () => `${server.engine.clientsCount} connected`;
    },
    client: async () => {
      const socket = io(`http://${host}:${port}`, { reconnection: false });
      await new Promise((resolve) => socket.once('connect', resolve));
      return () => `${Number(socket.connected)} connected`;
    },
    peer: {
      server: () => {
        const http = createHttpServer();
        new SocketIoServer(http);
        http.listen(port, host);
      },
      client: () => io(`http://${host}:${port}`, { reconnectionDelayMax: 50 }),
    },
  },
  tcp: {
    server: async () => {
      const sockets = new Set();
      net
        .createServer((socket) => {
          sockets.add(socket.on('close', () => sockets.delete(socket)).on('error', () => undefined));
          overTcp(socket);
        })
        .listen(port, host);
      return () => `${sockets.size} connected`;
    },
    client: async () => {
      const socket = net.connect(port, host);
      overTcp(socket);
      return () => `${Number(!socket.destroyed)} connected`;
    },
    peer: {
      server: () => net.createServer(answerTcp).listen(port, host),
      client: () => connectAgain(() => answerTcp(net.connect(port, host))),
    },
  },
  http2: {
    client: async () => {
      const session = http2.connect(`http://${host}:${port}`);
      await new Promise((resolve) => session.once('connect', resolve));
      let alive = () => undefined;
      supervise({
        ping: () => session.destroyed || session.ping(() => alive()),
        onPong: (listener) => {
          alive = listener;
        },
        close: () => session.destroy(),
      });
      return () => `${Number(!session.destroyed)} connected`;
    },
    peer: { server: () => http2.createServer((_, response) => response.end()).listen(port, host) },
  },
  grpc: {
    client: async () => {
      const client = new grpc.Client(`${host}:${port}`, grpc.credentials.createInsecure(), {
        'grpc.keepalive_time_ms': PING,
        'grpc.keepalive_timeout_ms': 1_000,
        'grpc.keepalive_permit_without_calls': 1,
      });
      return () =>
        new Promise((resolve) => {
          const { path, requestSerialize, responseDeserialize } = unary;
          const options = { deadline: new Date(Date.now() + DEADLINE) };
          client.makeUnaryRequest(
            path,
            requestSerialize,
            responseDeserialize,
            'hello',
            new grpc.Metadata(),
            options,
            (error, text) => resolve(error === null ? text : error.details),
          );
        });
    },
    peer: {
      server: () => {
        const server = new grpc.Server();
        server.addService(
          { call: unary },
          { call: ({ request }, respond) => setTimeout(() => respond(null, `${request} back`), 50) },
        );
        server.bindAsync(`${host}:${port}`, grpc.ServerCredentials.createInsecure(), () => undefined);
      },
    },
  },
};

/** Connects as soon as the application listens. */
function connectAgain(connect) {
  const socket = connect();
  socket.on('error', () => undefined).once('close', () => setTimeout(connectAgain, 50, connect));
}

if (role.startsWith('peer-')) {
  ends[protocol].peer[role.slice('peer-'.length)]();
} else {
  const state = await ends[protocol][role]();
  if (role === 'server') while (!(await state()).startsWith('1')) await new Promise(setImmediate);
  setInterval(async () => effect(await state()), HOUR);
}
ready();
