import { createRedisDedupeStore } from '@messaging-service/webhooks/redis';
import { Redis } from 'ioredis';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { createWebhookHandler, WebhookVerificationError } from '../src/index.ts';
import { turns } from './order.ts';
import { eventOf, startReceiver } from './receiver-process.ts';
import type { Death } from './redis-receiver.ts';
import { hasRedis, type RedisOptions, redisTitle, startRedis, type TestRedis } from './redis-server.ts';
import { SECRET } from './samples.ts';

const EVENT = eventOf('the event', 'YES');

async function redis(options?: RedisOptions): Promise<TestRedis> {
  const server = await startRedis(options);
  onTestFinished(() => server[Symbol.asyncDispose]());
  return server;
}

function clientOf({ socket }: TestRedis): Redis {
  const client = new Redis({ path: socket, retryStrategy: () => 20 });
  // Without a listener, the client prints each failure to connect.
  client.on('error', () => undefined);
  onTestFinished(() => client.disconnect());
  return client;
}

/** The longest that a store may take, in seconds. */
const STORE_TIMEOUT = 5;

/** A handler that counts its actions. */
function receiver(client: Redis, action: () => unknown = () => undefined) {
  const errors: string[] = [];
  const counts = { actions: 0 };
  const handler = createWebhookHandler({
    secrets: SECRET,
    tolerance: false,
    storeTimeout: STORE_TIMEOUT,
    dedupe: createRedisDedupeStore(client),
    on: {
      inboundMessage: async () => {
        counts.actions++;
        await action();
      },
    },
    onError: (error) =>
      errors.push(error instanceof WebhookVerificationError ? error.code : (error as Error).message),
  });
  const deliver = async () => (await handler({ method: 'POST', ...EVENT })).status;
  /** As `deliver`, with a store that no longer responds once `failed`: its time is up immediately. */
  const deliverWithoutStore = async (failed: () => boolean = () => true) => {
    const limits: (() => void)[] = [];
    const { setTimeout: startTimer } = globalThis;
    const spy = vi.spyOn(globalThis, 'setTimeout').mockImplementation((run: () => void, ms?: number) => {
      if (ms === STORE_TIMEOUT * 1000) limits.push(run);
      return startTimer(run, ms);
    });
    let status: number | undefined;
    const delivered = deliver().then((answered) => (status = answered));
    await until(() => {
      // A call that already has its response has not reached its limit: its limit has no effect.
      if (failed()) for (const end of limits.splice(0)) end();
      return status !== undefined;
    });
    spy.mockRestore();
    return delivered;
  };
  return { deliver, deliverWithoutStore, errors, counts };
}

describe.skipIf(!hasRedis)(`${redisTitle} that fails`, { timeout: 120_000 }, () => {
  test('paused before the action: the response is 503, nothing is acted on, and the next attempt acts once', async () => {
    const server = await redis();
    const { deliver, deliverWithoutStore, errors, counts } = receiver(clientOf(server));
    server.pause();
    expect(await deliverWithoutStore()).toBe(503);
    expect([counts.actions, errors]).toEqual([0, ['store_timeout']]);
    server.resume();
    // The late claim was released, so nothing waits for its lease of a minute.
    expect([await deliver(), await deliver(), counts.actions]).toEqual([200, 200, 1]);
  });

  test('killed during the action: the response is 200 and the failure is reported', async () => {
    const server = await redis();
    let isDead = false;
    const action = async () => {
      await server.kill();
      isDead = true;
    };
    const { deliverWithoutStore, errors, counts } = receiver(clientOf(server), action);
    expect(await deliverWithoutStore(() => isDead)).toBe(200);
    expect([errors.length, counts.actions]).toEqual([1, 1]);
  });

  test('killed and restarted with `appendonly yes`: the event is not acted on again', async () => {
    const server = await redis({ appendOnly: true });
    const client = clientOf(server);
    const { deliver, deliverWithoutStore, counts } = receiver(client);
    expect(await deliver()).toBe(200);
    await logWritten(client);
    await server.kill();
    expect([await deliverWithoutStore(), counts.actions]).toEqual([503, 1]);
    await server.restart();
    await connected(client);
    expect([await deliver(), counts.actions]).toEqual([200, 1]);
  });

  test.each<[Death, number, number]>([
    ['before the action', 1, 1],
    ['during the action', 2, 1],
    ['after the action', 2, 2],
    ['before the response', 1, 1],
  ])('a process that dies %s: the action starts %d times and ends %d times', async (death, starts, ends) => {
    const server = await redis();
    const client = clientOf(server);
    const [dying, other] = await Promise.all(
      ['ioredis', 'ioredis'].map((kind) => startReceiver(server.socket, kind, 0.5)),
    );
    onTestFinished(() => other?.stop());
    expect(await dying?.deliver(EVENT, death)).toBe(undefined);
    // The other receiver waits until the lease of the first one expires.
    expect(await other?.deliver(EVENT)).toBe(200);
    expect(await other?.deliver(EVENT)).toBe(200);
    const counted = await client.mget('attempts:the event', 'acted:the event');
    expect(counted.map(Number)).toEqual([starts, ends]);
  });
});

/**
 * Waits until the server has handed its log of writes to the operating system, which keeps it when the server is killed.
 * Redis postpones this for up to two seconds while the disk is slow.
 */
function logWritten(client: Redis): Promise<void> {
  return until(async () => !/^aof_buffer_length:[1-9]/m.test(await client.info('persistence')));
}

/** Waits until a client has a connection again. */
function connected(client: Redis): Promise<void> {
  return until(() => client.status === 'ready');
}

/** Waits for a condition by checking it again after turns of the event loop. */
async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await condition())) await turns();
}
