import type { Receiver } from '@messaging-service/stories';
import type { Delivery } from '../domain/state/state.ts';
import type { AppUrls } from './app-urls.ts';

/** How the application's server responded to webhooks, in the order of the attempts; undefined if there were none. */
export function receiverOf(deliveries: readonly Delivery[], urls: AppUrls): Receiver | undefined {
  if (deliveries.length === 0) return undefined;
  const attempts = deliveries
    .flatMap(({ url, seq, attempts: all }) =>
      all.map(({ at, status }) => ({ path: urls.pathOf(url), at, seq, status })),
    )
    .toSorted((a, b) => a.at - b.at || a.seq - b.seq);
  const responses = [...Map.groupBy(attempts, ({ path }) => path)].map(
    ([path, ofPath]) => [path, withoutLastSuccesses(ofPath.map(({ status }) => status))] as const,
  );
  return { responses: Object.fromEntries(responses.filter(([, statuses]) => statuses.length > 0)) };
}

/** After the statuses of a story, a server responds with 200. */
function withoutLastSuccesses(statuses: readonly (number | null)[]): (number | null)[] {
  return statuses.slice(0, statuses.findLastIndex((status) => status !== 200) + 1);
}

/** A function that receives the webhooks of a story in this process, as that of a program does. */
export function receive({ responses }: Receiver): typeof globalThis.fetch {
  const left = new Map(Object.entries(responses).map(([path, statuses]) => [path, [...statuses]]));
  return async (input) => {
    const { pathname } = new URL(input instanceof Request ? input.url : input);
    const status = left.get(pathname)?.shift();
    if (status === null) throw new Error('no response');
    return new Response(null, { status: status ?? 200 });
  };
}
