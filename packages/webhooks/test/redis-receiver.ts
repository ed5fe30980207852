/**
 * One of several receivers behind a load balancer, in a process of its own: takes requests by IPC, answers their
 * status. Its action counts in Redis how often each event was acted on, and fails at the first attempt for some.
 */
import { createWebhookHandler } from '@messaging-service/webhooks';
import { createRedisDedupeStore } from '@messaging-service/webhooks/redis';
import { Redis } from 'ioredis';
import { createClient } from 'redis';
import { SECRET } from './samples.ts';

/** A request to receive. */
export interface Delivery {
  readonly id: number;
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** How it was answered. */
export interface Answer {
  readonly id: number;
  readonly status: number;
}

const [socket = '', kind] = process.argv.slice(2);
const counter = new Redis({ path: socket });
const nodeRedis = createClient({ socket: { path: socket, tls: false } });
if (kind === 'node-redis') await nodeRedis.connect();

const handler = createWebhookHandler({
  secrets: SECRET,
  tolerance: false,
  dedupe: createRedisDedupeStore(kind === 'node-redis' ? nodeRedis : counter),
  onError: () => undefined,
  on: {
    async inboundMessage({ payload: { mo_uuid, message } }) {
      const attempt = await counter.incr(`attempts:${mo_uuid}`);
      if (message === 'fails at first' && attempt === 1) throw new Error('out of order');
      await counter.incr(`acted:${mo_uuid}`);
    },
  },
});

process.on('message', ({ id, body, headers }: Delivery) => {
  void handler({ method: 'POST', body, headers }).then(({ status }) =>
    process.send?.({ id, status } satisfies Answer),
  );
});
process.on('disconnect', () => process.exit());
process.send?.({ id: -1, status: 200 } satisfies Answer);
