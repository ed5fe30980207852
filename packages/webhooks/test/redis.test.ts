import { mulberry32 } from '@messaging-service/test-support';
import type { DedupeStore } from '@messaging-service/webhooks';
import {
  createRedisDedupeStore,
  type IoRedisClient,
  type NodeRedisClient,
} from '@messaging-service/webhooks/redis';
import { Redis } from 'ioredis';
import { createClient, RESP_TYPES } from 'redis';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { passingTime } from './order.ts';
import { receiver } from './receiver.ts';
import { eventOf, startReceiver } from './receiver-process.ts';
import type { Death } from './redis-receiver.ts';
import { hasRedis, redisTitle, startRedis, type TestRedis } from './redis-server.ts';
import { signedRequest } from './requests.ts';

describe.skipIf(!hasRedis)(redisTitle, () => {
  let server: TestRedis;
  let io: Redis;
  let clients: Record<string, IoRedisClient | NodeRedisClient>;
  let closeNodeRedis: () => void;

  beforeAll(async () => {
    server = await startRedis();
    io = new Redis({ path: server.socket });
    const nodeRedis = createClient({ socket: { path: server.socket, tls: false } });
    await nodeRedis.connect();
    closeNodeRedis = () => nodeRedis.destroy();
    const inBytes = nodeRedis.withTypeMapping({ [RESP_TYPES.BLOB_STRING]: Buffer });
    clients = { ioredis: io, 'node-redis': nodeRedis, 'node-redis with bytes': inBytes };
  });

  afterAll(async () => {
    io.disconnect();
    closeNodeRedis();
    await server[Symbol.asyncDispose]();
  });

  const storeOf = (client: string, options = {}): DedupeStore =>
    createRedisDedupeStore(clients[client] as IoRedisClient, { prefix: `${client}:`, ...options });

  async function take(store: DedupeStore, key: string) {
    const claim = await store.claim(key);
    if (claim.state !== 'claimed') throw new Error(`${key} is ${claim.state}`);
    return claim;
  }

  describe.each(['ioredis', 'node-redis', 'node-redis with bytes'])('through %s', (client) => {
    test('lets one caller claim a key: busy until the end, then done for the lifetime', async () => {
      const store = storeOf(client, { lifetime: 7200, lease: 30 });
      const claim = await take(store, 'a');
      expect(await store.claim('a')).toEqual({ state: 'busy' });
      const lease = await io.pttl(`${client}:a`);
      expect(lease > 0 && lease <= 30_000).toBe(true);
      await claim.commit();
      expect(await store.claim('a')).toEqual({ state: 'done' });
      const lifetime = await io.pttl(`${client}:a`);
      expect(lifetime > 30_000 && lifetime <= 7_200_000).toBe(true);
    });

    test('lets the next caller claim it after a failure', async () => {
      const store = storeOf(client);
      await (await take(store, 'b')).release();
      expect((await store.claim('b')).state).toBe('claimed');
    });

    test('a holder whose lease has run out cannot release the claim of the next one', async () => {
      const store = storeOf(client);
      const late = await take(store, 'c');
      await io.del(`${client}:c`);
      await take(store, 'c');
      await late.release();
      expect((await store.claim('c')).state).toBe('busy');
    });

    test('a claim that the client repeats after a lost response succeeds', async () => {
      const twice = new Proxy(clients[client] as IoRedisClient, {
        get: (target, name) =>
          name === 'eval'
            ? async (...script: Parameters<IoRedisClient['eval']>) => {
                await target.eval(...script);
                return target.eval(...script);
              }
            : (Reflect.get(target, name, target) as unknown),
      });
      const store = createRedisDedupeStore(twice, { prefix: `${client}:` });
      await (await take(store, 'e')).commit();
      expect((await store.claim('e')).state).toBe('done');
    });

    test('of a hundred concurrent claims, one succeeds', async () => {
      const store = storeOf(client);
      const claims = await Promise.all(Array.from({ length: 100 }, () => store.claim('d')));
      expect(claims.filter(({ state }) => state === 'claimed')).toHaveLength(1);
    });
  });

  test('both kinds of client share one memory', async () => {
    await (await take(storeOf('ioredis', { prefix: 'shared:' }), 'a')).commit();
    expect((await storeOf('node-redis', { prefix: 'shared:' }).claim('a')).state).toBe('done');
  });

  test('a Redis that is paused before the action: 503, and the next attempt acts once', async () => {
    const { handler, events, errors } = receiver({ dedupe: storeOf('ioredis', { prefix: 'paused:' }) });
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    server.pause();
    const { status } = await passingTime(handler(signedRequest()));
    expect([status, errors]).toMatchObject([503, [{ code: 'store_timeout' }]]);
    vi.useRealTimers();
    server.resume();
    // The late claim was released, so nothing waits for its lease of a minute.
    expect((await handler(signedRequest())).status).toBe(200);
    expect((await handler(signedRequest())).status).toBe(200);
    expect(events).toHaveLength(1);
  });

  test.each<[Death, number, number]>([
    ['before the action', 1, 1],
    ['during the action', 2, 1],
    ['after the action', 2, 2],
    ['before the response', 1, 1],
  ])(
    'a process that dies %s: the action starts %d times and ends %d times',
    { timeout: 120_000 },
    async (death, starts, ends) => {
      const event = eventOf(death, 'works');
      const [dying, other] = await Promise.all(
        ['ioredis', 'ioredis'].map((kind) => startReceiver(server.socket, kind, 0.5)),
      );
      onTestFinished(() => other?.stop());
      expect(await dying?.deliver(event, death)).toBe(undefined);
      // The other receiver waits until the lease of the first one expires.
      expect(await other?.deliver(event)).toBe(200);
      expect(await other?.deliver(event)).toBe(200);
      const counted = await io.mget(`attempts:${death}`, `acted:${death}`);
      expect(counted.map(Number)).toEqual([starts, ends]);
    },
  );

  test('eight processes that get every event concurrently, some repeatedly, act on each exactly once', {
    timeout: 120_000,
  }, async () => {
    const receivers = await Promise.all(
      Array.from({ length: 8 }, (_, index) =>
        startReceiver(server.socket, index % 2 === 0 ? 'ioredis' : 'node-redis'),
      ),
    );
    const random = mulberry32(20_260_101);
    const events = Array.from({ length: 30 }, (_, index) =>
      eventOf(String(index), random() < 0.3 ? 'fails at first' : 'works'),
    );
    try {
      // As the service does, each duplicate is sent again until it gets 200.
      await Promise.all(
        receivers.flatMap((receiver) =>
          events
            .toSorted(() => random() - 0.5)
            .map(async (event) => {
              while ((await receiver.deliver(event)) !== 200);
            }),
        ),
      );
    } finally {
      for (const receiver of receivers) receiver.stop();
    }
    const acted = await io.mget(events.map((_, index) => `acted:${index}`));
    expect(acted).toEqual(events.map(() => '1'));
  });
});
