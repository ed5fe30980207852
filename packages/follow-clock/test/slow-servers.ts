import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';

/** Serves one connection after another with a function, until the test ends. Returns the port. */
async function serveSockets(onSocket: (socket: Socket) => void): Promise<string> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    onSocket(socket);
  }).listen(0, '127.0.0.1');
  onTestFinished(() => {
    server.close();
    for (const socket of sockets) socket.destroy();
  });
  await once(server, 'listening');
  return String((server.address() as AddressInfo).port);
}

/**
 * A server like Redis that replies to a publisher, and sends nothing to the subscribers before it is asked about them
 * several times.
 */
export function serveSlowRedis(): Promise<string> {
  const connections: Socket[] = [];
  const waiting = new Map<number, { questions: number; text: string }>();
  const answer = (
    id: number,
    [name = '', first = '', second = '', third = '']: readonly string[],
  ): string => {
    if (name === 'SUBSCRIBE') return `*3\r\n$9\r\nsubscribe\r\n$${first.length}\r\n${first}\r\n:1\r\n`;
    if (name === 'PUBLISH') {
      const message = `*3\r\n$7\r\nmessage\r\n$${first.length}\r\n${first}\r\n$${second.length}\r\n${second}\r\n`;
      for (const [index] of connections.entries())
        if (index + 1 !== id) waiting.set(index + 1, { questions: 3, text: message });
      return ':1\r\n';
    }
    if (first === 'ID') return `:${id}\r\n`;
    const output = waiting.get(Number(third));
    if (output !== undefined && --output.questions === 0) {
      waiting.delete(Number(third));
      connections[Number(third) - 1]?.write(output.text);
    }
    const line = `id=${third} flags=P obl=${waiting.has(Number(third)) ? 9 : 0} oll=0 omem=0\n`;
    return `$${line.length}\r\n${line}\r\n`;
  };
  return serveSockets((socket) => {
    const id = connections.push(socket);
    socket.on('data', (chunk) => {
      // Each command is a list of texts, with the number of texts before them.
      for (const command of chunk
        .toString()
        .split(/^\*\d+\r\n/m)
        .slice(1))
        socket.write(
          answer(
            id,
            [...command.matchAll(/^\$\d+\r\n(.*)\r\n/gm)].map(([, word = '']) => word),
          ),
        );
    });
  });
}

const ready = Buffer.from([...Buffer.from('Z'), 0, 0, 0, 5, ...Buffer.from('I')]);

function message(type: string, body: Buffer): Buffer {
  const length = Buffer.alloc(4);
  length.writeInt32BE(4 + body.length);
  return Buffer.concat([Buffer.from(type), length, body]);
}

/**
 * A server like Postgres that replies to the writer, and notifies the connections that listen before their next reply. It
 * sleeps for the seconds of `pg_sleep(seconds)` before it replies.
 */
export function serveSlowPostgres(): Promise<string> {
  const listening = new Map<Socket, string[]>();
  return serveSockets((socket) => {
    let hasStarted = false;
    let replied = Promise.resolve();
    socket.on('data', (chunk) => {
      if (!hasStarted) {
        hasStarted = true;
        socket.write(Buffer.concat([message('R', Buffer.alloc(4)), ready]));
        return;
      }
      for (const text of messagesIn(chunk)) replied = replied.then(() => reply(text));
    });
    const reply = async (text: string) => {
      if (text.includes('listen channel')) listening.set(socket, []);
      const written = /notify channel, '(.*)'/.exec(text)?.[1];
      if (written !== undefined) for (const notes of listening.values()) notes.push(written);
      const notes = listening.get(socket)?.splice(0) ?? [];
      const sent = notes.map((note) => message('A', Buffer.from(`\0\0\0\0channel\0${note}\0`)));
      // A query has a result. The message "sync" has none.
      const result = text.startsWith('Q') ? [message('C', Buffer.from('OK\0'))] : [];
      const seconds = Number(/pg_sleep\((\d+)\)/.exec(text)?.[1] ?? 0);
      if (seconds > 0) await new Promise((resolve) => setTimeout(resolve, seconds * 1_000));
      socket.write(Buffer.concat([...sent, ...result, ready]));
    };
  });
}

/** The messages that arrived together, each as text. */
function messagesIn(chunk: Buffer): string[] {
  const messages: string[] = [];
  for (let at = 0; at < chunk.length; ) {
    const end = at + 1 + chunk.readInt32BE(at + 1);
    messages.push(chunk.toString('latin1', at, end));
    at = end;
  }
  return messages;
}
