import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { signSync } from '@messaging-service/webhooks';
import type { Answer, Death, Delivery } from './redis-receiver.ts';
import { inboundMessage, SECRET } from './samples.ts';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));

/** A signed event, ready to be sent to a receiver. */
export type SignedEvent = Pick<Delivery, 'body' | 'headers'>;

/** An inbound message with an identifier and a text. */
export function eventOf(id: string, message: string): SignedEvent {
  const body = JSON.stringify({ ...inboundMessage, mo_uuid: id, message });
  return { body, headers: signSync({ body, secret: SECRET, environment: 'test' }) };
}

/** A receiver in a process of its own. */
export interface ReceiverProcess {
  /** Sends an event and returns the status of the response; `undefined` if the process ended before it. */
  deliver(event: SignedEvent, death?: Death): Promise<number | undefined>;
  stop(): void;
}

/**
 * Starts a receiver.
 *
 * @param socket - The socket of Redis.
 * @param client - `ioredis` or `node-redis`.
 * @param lease - The lease of a claim, in seconds. Default: 60.
 */
export async function startReceiver(socket: string, client: string, lease = 60): Promise<ReceiverProcess> {
  const file = fileURLToPath(new URL('./redis-receiver.ts', import.meta.url));
  const child: ChildProcess = fork(file, [socket, client, String(lease)], {
    cwd: ROOT,
    execArgv: ['--import', './tools/source-resolution.ts'],
  });
  await once(child, 'message');
  const waiting = new Map<number, (status: number | undefined) => void>();
  child.on('message', ({ id, status }: Answer) => {
    waiting.get(id)?.(status);
    waiting.delete(id);
  });
  child.on('exit', () => {
    for (const resolve of waiting.values()) resolve(undefined);
  });
  let sent = 0;
  return {
    deliver: (event, death) =>
      new Promise((resolve) => {
        const id = sent++;
        waiting.set(id, resolve);
        child.send({ id, ...event, ...(death === undefined ? {} : { death }) } satisfies Delivery);
      }),
    stop: () => {
      if (child.connected) child.disconnect();
    },
  };
}
