import { WEBHOOK_REFUSED } from '../../domain/rules/webhook-deliveries.ts';

/**
 * The header by which a server of an emulator recognizes a webhook of an emulator. The webhook can arrive by a name
 * that resolves to this machine, through a forwarded port, or by a `webhooks.fetch` that follows redirects. The header
 * is not a secret, because it can only cause a refusal.
 */
export const WEBHOOK_MARK = 'messaging-emulator-webhook';

/** Whether a URL is the address of a server. */
export type ServerMatcher = (url: URL) => boolean;

/** The servers of this process: no emulator sends webhooks to any of them. */
const servers = new Set<ServerMatcher>();

/** Prevents webhooks to a server, until the returned function is called. */
export function keepWebhooksAway(matcher: ServerMatcher): () => void {
  servers.add(matcher);
  return () => servers.delete(matcher);
}

/**
 * Makes the requests of webhooks. Without a check, a message whose callback is the control API would make the emulator
 * call itself. See EMU-10.
 *
 * @param fetch - Sends them.
 */
export function webhookFetch(fetch: typeof globalThis.fetch): typeof globalThis.fetch {
  if (servers.size === 0) return fetch;
  return async (input, init = {}) => {
    const url = new URL(input instanceof Request ? input.url : input);
    for (const leadsTo of servers) {
      if (leadsTo(url)) throw new Error(WEBHOOK_REFUSED);
    }
    const headers = { ...(init.headers as Readonly<Record<string, string>>), [WEBHOOK_MARK]: 'attempt' };
    const response = await fetch(input, { ...init, headers });
    if (response.status !== 403 || !response.headers.has(WEBHOOK_MARK)) return response;
    await response.body?.cancel();
    throw new Error(WEBHOOK_REFUSED);
  };
}
