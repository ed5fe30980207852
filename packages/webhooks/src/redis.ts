/**
 * Has many receivers behind a load balancer act on each event once, by way of Redis.
 *
 * @packageDocumentation
 */
import { type DedupeClaim, type DedupeStore, type DedupeTimes, readTimes } from './dedupe.ts';

/** What is used of an ioredis client or cluster. */
export interface IoRedisClient {
  /** Runs a script. */
  eval(script: string, keyCount: number, ...keysAndArguments: string[]): Promise<unknown>;
  /** Only clients of this kind have it. */
  defineCommand(name: string, definition: { readonly lua: string }): void;
}

/** What is used of a node-redis client, cluster or pool. */
export interface NodeRedisClient {
  /** Runs a script. */
  eval(script: string, options: { keys: string[]; arguments: string[] }): Promise<unknown>;
}

/** How to keep claims in Redis. */
export interface RedisDedupeOptions extends DedupeTimes {
  /** What keys begin with: `messaging-webhooks:` unless given. */
  readonly prefix?: string;
}

/** Takes the key unless it is there. The value is a token, which only the holder knows, or `done`. */
const CLAIM = `
if redis.call('SET', KEYS[1], ARGV[1], 'NX', 'PX', ARGV[2]) then return 'claimed' end
if redis.call('GET', KEYS[1]) == 'done' then return 'done' end
return 'busy'`;

const COMMIT = `redis.call('SET', KEYS[1], 'done', 'PX', ARGV[1])`;

/** Whoever comes late must not take away the claim of the one who has followed. */
const RELEASE = `if redis.call('GET', KEYS[1]) == ARGV[1] then redis.call('DEL', KEYS[1]) end`;

/**
 * Makes a store in Redis, from a connected client of ioredis or node-redis. Each claim is one script, hence atomic; a
 * failure of Redis makes the handler answer 500, so that the service tries again.
 *
 * @param client - The client; the store never closes it.
 * @param options - Everything has a default.
 * @throws WebhookVerificationError `invalid_options`.
 *
 * @example
 * ```ts
 * import { createWebhookHandler } from '@messaging-service/webhooks';
 * import { createRedisDedupeStore } from '@messaging-service/webhooks/redis';
 * import { Redis } from 'ioredis';
 *
 * const dedupe = createRedisDedupeStore(new Redis(process.env.REDIS_URL ?? ''));
 * const handler = createWebhookHandler({ secrets, on, dedupe });
 * ```
 */
export function createRedisDedupeStore(
  client: IoRedisClient | NodeRedisClient,
  options: RedisDedupeOptions = {},
): DedupeStore {
  const { prefix = 'messaging-webhooks:' } = options;
  const { lifetimeMs, leaseMs } = readTimes(options);
  const run = (script: string, key: string, ...values: string[]): Promise<unknown> =>
    'defineCommand' in client
      ? client.eval(script, 1, key, ...values)
      : client.eval(script, { keys: [key], arguments: values });

  return {
    async claim(name) {
      const key = prefix + name;
      const token = crypto.randomUUID();
      // A client may be set to answer in bytes.
      const state = String(await run(CLAIM, key, token, String(leaseMs))) as DedupeClaim['state'];
      if (state !== 'claimed') return { state };
      return {
        state,
        commit: async () => void (await run(COMMIT, key, String(lifetimeMs))),
        release: async () => void (await run(RELEASE, key, token)),
      };
    },
  };
}
