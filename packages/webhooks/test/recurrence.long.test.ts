import { mulberry32 } from '@messaging-service/test-support';
import { createMemoryDedupeStore, type DedupeStore } from '@messaging-service/webhooks';
import { createRedisDedupeStore } from '@messaging-service/webhooks/redis';
import { Redis } from 'ioredis';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DIES_EARLY, type Fate, fatefulReceiver, serviceWith } from './fateful-receiver.ts';
import { hasRedis, startRedis, type TestRedis } from './redis-server.ts';

const FATES: readonly Fate[] = [
  'works',
  'works',
  'works',
  'works',
  'the receiver cannot be reached',
  'the action throws',
  'the response is lost',
  DIES_EARLY,
  'the receiver dies between the record and the response',
];
const MOVES = [
  'fall',
  'fall',
  'top up',
  'top up',
  'seconds pass',
  'seconds pass',
  'minutes pass',
  'hours pass',
] as const;

let redis: TestRedis;
let client: Redis;
beforeAll(async () => {
  if (!hasRedis) return;
  redis = await startRedis();
  client = new Redis({ path: redis.socket });
});
afterAll(async () => {
  if (!hasRedis) return;
  client.disconnect();
  await redis[Symbol.asyncDispose]();
});

/** A store that is lost with its receiver, and one that outlives it. */
const STORES: Readonly<Record<string, (run: number) => () => DedupeStore>> = {
  'a store in memory': () => createMemoryDedupeStore,
  ...(hasRedis && {
    // A claim of a dead receiver ends soon.
    'a store in Redis': (run) => () => createRedisDedupeStore(client, { prefix: `${run}:`, lease: 0.02 }),
  }),
};

describe.each(Object.entries(STORES))('%s', (_name, storeOf) => {
  test.each(Array.from({ length: 12 }, (_, run) => run))(
    'acts on each of many warnings, and again only after a death, in random order: %d (WHK-6)',
    async (run) => {
      const random = mulberry32(run);
      const oneOf = <Value>(values: readonly Value[]) =>
        values[Math.floor(random() * values.length)] as Value;
      const hasDeaths = run % 2 === 0;
      const { receive, acted, deaths } = fatefulReceiver(storeOf(run), () => {
        const fate = oneOf(FATES);
        return !hasDeaths && fate.startsWith('the receiver dies') ? 'the response is lost' : fate;
      });
      const { emulator, fall, topUp } = serviceWith(receive, oneOf(['all', 'inbound']));
      let credits = 10;
      for (let step = 0; step < 60; step++) {
        const move = oneOf(MOVES);
        if (move === 'fall' && credits > 0) {
          credits -= 1;
          await fall();
          await emulator.clock.settle();
        } else if (move === 'top up' && credits < 10) {
          credits += 1;
          await topUp();
        } else if (move === 'seconds pass') await emulator.clock.advance(oneOf(['1s', '5s', '10s', '30s']));
        else if (move === 'minutes pass') await emulator.clock.advance(oneOf(['1m', '2m', '10m', '30m']));
        else if (move === 'hours pass') await emulator.clock.advance(oneOf(['1h', '1d']));
      }
      await emulator.clock.advance('2h');
      const warnings = emulator.webhooks();
      // Of a warning without a successful attempt, the service gives up; none of its attempts may have arrived.
      const exhausted = warnings.filter(({ state }) => state === 'exhausted').length;
      expect(acted()).toBeGreaterThanOrEqual(warnings.length - exhausted);
      expect(acted()).toBeLessThanOrEqual(warnings.length + deaths());
      expect(warnings.length).toBeGreaterThan(0);
    },
  );
});
