/** The memory that the server uses for clients of `/events` that do not read, while 50,000 messages are sent. */
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { listen } from '@messaging-service/emulator/node';
import { liveBytes } from '../../measure/heap.ts';
import { report } from '../../measure/report.ts';
import { digits } from '../../measure/statistics.ts';
import { messagesRequest, post, virtualEmulator } from '../emulated.ts';

const READERS = 20;
const MESSAGES = 50_000;
const PER_CALL = 1_000;
const AIM_MB = 100;

interface Growth {
  /** Growth after garbage collection while the readers are connected, in MiB. */
  readonly kept: number;
  /** Peak growth of the process, including garbage and the young generation, in MiB. */
  readonly process: number;
}

/** Measures the growth while messages are sent, with this number of readers. */
async function growth(readers: number): Promise<Growth> {
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
  const live = await liveBytes();
  const before = process.memoryUsage().rss;
  let most = before;
  for (let from = 0; from < MESSAGES; from += PER_CALL) {
    const { path, body } = messagesRequest(from, PER_CALL);
    await post(emulator, path, body);
    most = Math.max(most, process.memoryUsage().rss);
  }
  const kept = (await liveBytes()) - live;
  for (const socket of sockets) socket.destroy();
  await server.close();
  emulator.close();
  return { kept: kept / 2 ** 20, process: (most - before) / 2 ** 20 };
}

const alone = await growth(0);
const withReaders = await growth(READERS);
report([
  {
    work: `${READERS} readers of \`/events\` that never read, ${MESSAGES.toLocaleString('en')} messages: growth of memory`,
    aim: `≤ ${AIM_MB} MiB`,
    measured: `${digits(withReaders.kept)} MiB are kept, ${digits(alone.kept)} without readers: the messages; the process grows by ${digits(withReaders.process)} MiB, before by ${digits(alone.process)} without readers`,
    met: withReaders.kept <= AIM_MB,
  },
]);
