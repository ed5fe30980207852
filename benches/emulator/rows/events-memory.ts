/** Readers of `/events` that never read, while 50,000 messages are sent: what the server keeps for them. */
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { listen } from '@messaging-service/emulator/node';
import { report } from '../../measure/report.ts';
import { digits } from '../../measure/statistics.ts';
import { messagesRequest, post, virtualEmulator } from '../emulated.ts';

const READERS = 20;
const MESSAGES = 50_000;
const PER_CALL = 1_000;
const AIM_MB = 100;

/** Growth of the process in MiB while the messages are sent, with a number of readers. */
async function growth(readers: number): Promise<number> {
  const emulator = virtualEmulator();
  const server = await listen(emulator);
  const { hostname, port } = new URL(server.url);
  const sockets: Socket[] = [];
  for (let index = 0; index < readers; index++) {
    const socket = connect(Number(port), hostname);
    await once(socket, 'connect');
    socket.pause();
    socket.on('error', () => undefined);
    socket.write(`GET /_emulator/events HTTP/1.1\r\nhost: ${hostname}\r\n\r\n`);
    sockets.push(socket);
  }
  await fetch(`${server.url}/_emulator/health`);
  global.gc?.();
  const before = process.memoryUsage().rss;
  let most = before;
  for (let from = 0; from < MESSAGES; from += PER_CALL) {
    const { path, body } = messagesRequest(from, PER_CALL);
    await post(emulator, path, body);
    most = Math.max(most, process.memoryUsage().rss);
  }
  for (const socket of sockets) socket.destroy();
  await server.close();
  emulator.close();
  return (most - before) / 2 ** 20;
}

const withReaders = await growth(READERS);
report([
  {
    work: `${READERS} readers of \`/events\` that never read, ${MESSAGES.toLocaleString('en')} messages: growth of memory`,
    aim: `≤ ${AIM_MB} MiB`,
    measured: `${digits(withReaders)} MiB, the messages themselves included`,
    met: withReaders <= AIM_MB,
  },
]);
