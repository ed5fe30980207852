/**
 * A dedupe store in Redis, which several receivers behind a load balancer share.
 *
 * @packageDocumentation
 */
import { type Checks, must, randomHex } from '@messaging-service/contract';
import { invalid } from '../errors/errors.ts';
import { readOptions } from '../errors/read-options.ts';
import { requireApis } from '../errors/require-apis.ts';
import { type DedupeClaim, type DedupeStore, type DedupeTimes, readTimes, TIME_CHECKS } from './store.ts';

/** The part of an ioredis client or cluster that the store uses. */
export interface IoRedisClient {
  /** Runs a script. */
  eval(script: string, keyCount: number, ...keysAndArguments: string[]): Promise<unknown>;
  /** Only ioredis clients have it. */
  defineCommand(name: string, definition: { readonly lua: string }): void;
}

/** The part of a node-redis client, cluster or pool that the store uses. */
export interface NodeRedisClient {
  /** Runs a script. */
  eval(script: string, options: { keys: string[]; arguments: string[] }): Promise<unknown>;
}

/**
 * Options for `createRedisDedupeStore`.
 *
 * @example
 * ```ts
 * import { createRedisDedupeStore } from '@messaging-service/webhooks/redis';
 * import { Redis } from 'ioredis';
 *
 * const redis = new Redis(process.env.REDIS_URL ?? '');
 * const dedupe = createRedisDedupeStore(redis, { prefix: 'shop-webhooks:', lifetime: 7 * 86_400 });
 * console.log(typeof dedupe.claim); // function
 * await redis.quit();
 * ```
 */
export interface RedisDedupeOptions extends DedupeTimes {
  /**
   * The prefix of each key. Default: `messaging-webhooks:`. It is followed by `verified:` or `unverified:`, so signed and
   * unsigned events never share a key.
   */
  readonly prefix?: string;
}

/**
 * Sets the key unless it exists. The value is a token, which only the holder knows, or `done`. A client that loses its
 * connection sends the script again, so the same token claims the key again.
 */
const CLAIM = `
if redis.call('SET', KEYS[1], ARGV[1], 'NX', 'PX', ARGV[2]) then return 'claimed' end
local holder = redis.call('GET', KEYS[1])
if holder == 'done' then return 'done' end
return holder == ARGV[1] and 'claimed' or 'busy'`;

/** A function, because bundlers keep a table with a spread although nothing uses it. */
const checks = (): Checks<RedisDedupeOptions> => ({
  ...TIME_CHECKS,
  prefix: must('a string', (value) => typeof value === 'string'),
});

const COMMIT = `redis.call('SET', KEYS[1], 'done', 'PX', ARGV[1])`;

/** A holder whose lease has expired must not delete the claim of the next holder. */
const RELEASE = `if redis.call('GET', KEYS[1]) == ARGV[1] then redis.call('DEL', KEYS[1]) end`;

/** A receiver that is acting on the event again keeps its claim. */
const FORGET = `if redis.call('GET', KEYS[1]) == 'done' then redis.call('DEL', KEYS[1]) end`;

/**
 * Creates a store in Redis, from a connected client of ioredis or node-redis. Each claim is one script and therefore
 * atomic. If Redis does not respond to a claim, the handler responds with 503, so that the service retries.
 *
 * The store remembers as much as Redis does, so configure Redis not to evict keys (`maxmemory-policy noeviction`) and to
 * keep them across a restart (`appendonly yes`). The guide on webhook guarantees lists each failure and its outcome.
 *
 * @param client - Your client. The store never closes it.
 * @param options - All options have defaults.
 * @throws {WebhookVerificationError} `invalid_options`, also for anything that is not a client; `unsupported_runtime`.
 *
 * @example
 * ```ts
 * import { createWebhookHandler } from '@messaging-service/webhooks';
 * import { createRedisDedupeStore } from '@messaging-service/webhooks/redis';
 * import { Redis } from 'ioredis';
 *
 * const redis = new Redis(process.env.REDIS_URL ?? '');
 * const handler = createWebhookHandler({ secrets, on, dedupe: createRedisDedupeStore(redis) });
 * const response = await handler(request);
 * console.assert(response.status === 200);
 * await redis.quit();
 * ```
 */
export function createRedisDedupeStore(
  client: IoRedisClient | NodeRedisClient,
  options: RedisDedupeOptions = {},
): DedupeStore {
  // Without this check, every event would get the response 503.
  if (typeof (client as Partial<IoRedisClient> | undefined)?.eval !== 'function')
    invalid('client', 'a client of ioredis or node-redis', client);
  const { prefix = 'messaging-webhooks:', ...times } = readOptions(options, checks());
  requireApis('crypto.getRandomValues');
  const { lifetimeMs, leaseMs } = readTimes(times);
  const run = (script: string, key: string, ...values: string[]): Promise<unknown> =>
    'defineCommand' in client
      ? client.eval(script, 1, key, ...values)
      : client.eval(script, { keys: [key], arguments: values });

  return {
    async claim(name) {
      const key = prefix + name;
      const token = randomHex(16);
      // A client may be configured to return bytes.
      const state = String(await run(CLAIM, key, token, String(leaseMs))) as DedupeClaim['state'];
      if (state !== 'claimed') return { state };
      return {
        state,
        commit: async (seconds = Infinity) =>
          void (await run(COMMIT, key, String(Math.min(lifetimeMs, seconds * 1000)))),
        release: async () => void (await run(RELEASE, key, token)),
      };
    },
    forget: async (name) => void (await run(FORGET, prefix + name)),
  };
}
