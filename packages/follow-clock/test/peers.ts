import dgram from 'node:dgram';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { createServer as createHttp2Server } from 'node:http2';
import { type AddressInfo, createServer as createTcpServer, type Server } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';
import { onTestFinished } from 'vitest';
import { selfSigned } from './certificate.ts';

/** How long these programs take to respond, in milliseconds of real time. */
const RESPONSE_MS = 50;

const later = (respond: () => void) => void setTimeout(respond, RESPONSE_MS);

async function portOf(server: Server): Promise<string> {
  server.listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  return String((server.address() as AddressInfo).port);
}

/** Programs that keep the machine's time and take a while to respond. Their ports, as environment variables. */
export async function servePeers(): Promise<Record<string, string>> {
  const http = createServer((_, response) => later(() => response.end('done')));
  const http2 = createHttp2Server((_, response) => later(() => response.end('done')));
  const tcp = createTcpServer((socket) =>
    socket.on('data', (data: Buffer) => later(() => socket.write(data))),
  );
  const greeting = createTcpServer((socket) => later(() => socket.write('220 ready')));
  const tls = createTlsServer(selfSigned(), (socket) =>
    socket.on('data', (data: Buffer) => later(() => socket.write(data))),
  );
  for (const server of [tcp, greeting, tls])
    server.on('connection', (socket) => void socket.on('error', () => undefined));
  const udp = dgram.createSocket('udp4');
  udp.on('message', (data, { port, address }) => later(() => udp.send(data, port, address)));
  udp.bind(0, '127.0.0.1');
  await once(udp, 'listening');
  onTestFinished(() => void udp.close());
  return {
    HTTP: await portOf(http),
    HTTP2: await portOf(http2),
    TCP: await portOf(tcp),
    GREETING: await portOf(greeting),
    TLS: await portOf(tls),
    UDP: String(udp.address().port),
  };
}
