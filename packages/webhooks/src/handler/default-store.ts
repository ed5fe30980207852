import { createMemoryDedupeStore } from '../dedupe/memory.ts';
import type { DedupeStore } from '../dedupe/store.ts';
import { print } from '../errors/print.ts';

/** The latest events that were acted on, with the store that remembers each. Shared by all handlers of this process. */
const acted = new Map<string, object>();
const MAX_EVENTS = 1000;

/** The mark of an event that was reported. */
const REPORTED = {};

/**
 * Creates the store of a handler that has no option `dedupe`. If a handler is created for each request, its store
 * recognizes nothing. This is reported when a second store of this process acts on the same event.
 */
export function createDefaultStore(): DedupeStore {
  const store = createMemoryDedupeStore();
  return {
    async claim(key) {
      const claim = await store.claim(key);
      if (claim.state !== 'claimed') return claim;
      const other = acted.get(key);
      if (other !== undefined && other !== store && other !== REPORTED) {
        acted.set(key, REPORTED);
        printWarning();
      }
      return {
        ...claim,
        async commit(seconds) {
          await claim.commit(seconds);
          note(key, store);
        },
      };
    },
    async forget(key) {
      await store.forget?.(key);
      acted.delete(key);
    },
  };
}

function note(key: string, store: object): void {
  if (acted.get(key) !== REPORTED) acted.set(key, store);
  const [oldest = ''] = acted.keys();
  if (acted.size > MAX_EVENTS) acted.delete(oldest);
}

function printWarning(): void {
  print(
    'warn',
    '[messaging-webhooks] Two handlers of this process act on the same event, because each has a dedupe store of its own. Create the handler once, outside the function that handles requests, or pass the same store to all handlers as dedupe. To use waitUntil, set waitUntil: true and pass the context with each call: handler(request, context).',
  );
}
