/**
 * One of several receivers behind a load balancer, in a process of its own: takes requests by IPC and sends back their
 * status. Its action counts in Redis how often each event was acted on, and can fail or end the process.
 */
import { createWebhookHandler, type DedupeStore } from '@messaging-service/webhooks';
import { createRedisDedupeStore } from '@messaging-service/webhooks/redis';
import { Redis } from 'ioredis';
import { createClient } from 'redis';
import { SECRET } from './samples.ts';

/** When a process ends, as if it were killed. */
export type Death = 'before the action' | 'during the action' | 'after the action' | 'before the response';

/** A request to receive. */
export interface Delivery {
  readonly id: number;
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly death?: Death;
}

/** The response to it. */
export interface Answer {
  readonly id: number;
  readonly status: number;
}

const [socket = '', kind, lease = '60'] = process.argv.slice(2);
const counter = new Redis({ path: socket });
const nodeRedis = createClient({ socket: { path: socket, tls: false } });
if (kind === 'node-redis') await nodeRedis.connect();

let death: Death | undefined;
const dieIf = (moment: Death) => {
  if (death === moment) process.kill(process.pid, 'SIGKILL');
};

const store = createRedisDedupeStore(kind === 'node-redis' ? nodeRedis : counter, { lease: Number(lease) });
/** The same store, with moments at which the process can end. */
const dedupe: DedupeStore = {
  async claim(key) {
    const claim = await store.claim(key);
    dieIf('before the action');
    if (claim.state !== 'claimed') return claim;
    const commit = async () => {
      dieIf('after the action');
      await claim.commit();
      dieIf('before the response');
    };
    return { ...claim, commit };
  },
};

const handler = createWebhookHandler({
  secrets: SECRET,
  tolerance: false,
  dedupe,
  onError: () => undefined,
  on: {
    async inboundMessage({ payload: { mo_uuid, message } }) {
      const attempt = await counter.incr(`attempts:${mo_uuid}`);
      dieIf('during the action');
      if (message === 'fails at first' && attempt === 1) throw new Error('out of order');
      await counter.incr(`acted:${mo_uuid}`);
    },
  },
});

process.on('message', ({ id, body, headers, death: moment }: Delivery) => {
  death = moment;
  void handler({ method: 'POST', body, headers }).then(({ status }) =>
    process.send?.({ id, status } satisfies Answer),
  );
});
process.on('disconnect', () => process.exit());
process.send?.({ id: -1, status: 200 } satisfies Answer);
