import { equal } from 'node:assert/strict';
import type { DedupeClaim, DedupeStore } from '@messaging-service/webhooks';
import { createRedisDedupeStore, type NodeRedisClient } from '@messaging-service/webhooks/redis';

/** The part of Redis that the first claim of a key needs. */
const scripts: string[] = [];
const client: NodeRedisClient = {
  eval: (script, { keys }) => {
    scripts.push(script);
    equal(keys[0], 'app:event');
    return Promise.resolve('claimed');
  },
};

async function main(): Promise<void> {
  const store: DedupeStore = createRedisDedupeStore(client, { prefix: 'app:' });
  const claim: DedupeClaim = await store.claim('event');
  if (claim.state !== 'claimed') throw new Error(claim.state);
  await claim.commit();
  equal(scripts.length, 2);
}

void main();
