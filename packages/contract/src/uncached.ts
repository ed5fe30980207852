/** The members of the second argument of `fetch` that keep caches away from a request and from its response. */
export interface Uncached {
  /**
   * Prevents that a cache returns an earlier response or stores this one. The `fetch` of Next.js 14 stores every response by
   * default, together with the URL and its key. Left out where the runtime does not accept the member.
   */
  cache?: 'no-store';
  /** Set in a segment of Next.js whose `fetchCache` stores also what says `no-store`: such a request passes it by. */
  next?: { readonly internal: true };
}

/**
 * Returns the members for a request that is about to be sent. Every request to a service, an emulator or a receiver of webhooks
 * has them, because frameworks replace the global `fetch` by one that caches.
 *
 * @example
 * ```ts
 * import { uncached } from '@messaging-service/contract';
 *
 * uncached(); // { cache: 'no-store' }
 * ```
 */
export function uncached(): Uncached {
  return {
    ...(acceptsNoStore() && { cache: 'no-store' }),
    ...(ignoresNoStore() && { next: { internal: true } }),
  };
}

let isNoStoreAccepted: boolean | undefined;

/** Found out at the first request, because `Request` makes Node load its implementation of `fetch`. */
function acceptsNoStore(): boolean {
  isNoStoreAccepted ??= canCreateUncached();
  return isNoStoreAccepted;
}

/**
 * Whether the runtime accepts `no-store`. workerd throws for compatibility dates before November 2024. The polyfill of
 * `fetch` that React Native has adds a parameter to the query instead, which a service refuses.
 */
function canCreateUncached(): boolean {
  // Without this class, the `fetch` is one of the caller, which ignores what it does not know.
  if (typeof Request === 'undefined') return true;
  const url = 'https://service.invalid/';
  try {
    return new Request(url, { cache: 'no-store' }).url === url;
  } catch {
    return false;
  }
}

/** The part of the `fetch` of Next.js that shows the settings of the segment that is being rendered. */
interface NextFetch {
  readonly __nextGetStaticStore?: () => { getStore(): { readonly fetchCache?: string } | undefined };
}

/** `force-cache` replaces `no-store`, and `only-cache` refuses it with an error that contains the URL. */
function ignoresNoStore(): boolean {
  try {
    const { __nextGetStaticStore: getStorage } = globalThis.fetch as NextFetch;
    return /^(?:force|only)-cache$/.test(getStorage?.().getStore()?.fetchCache ?? '');
  } catch {
    return false;
  }
}
