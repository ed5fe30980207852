import { type Checks, must } from '@messaging-service/contract';
import { readOptions } from '../errors/read-options.ts';

/**
 * Options of an adapter that can see requests of other routes.
 *
 * @example
 * ```ts
 * import { createServer } from 'node:http';
 * import { toNodeListener } from '@messaging-service/webhooks/node';
 *
 * createServer(toNodeListener(handler, { path: '/webhook' })).listen(3000);
 * ```
 */
export interface WebhookPathOptions {
  /**
   * The path of the webhook, such as `/webhook`. Requests with another path go to the next middleware, or get 404 if there
   * is none. In an Express router, the path can also be relative to the router. Default: the handler receives every
   * request, so mount the adapter at a route.
   */
  readonly path?: string | undefined;
}

const CHECKS: Checks<WebhookPathOptions> = {
  path: must(
    'a path that begins with a slash and has no query',
    (path) => typeof path === 'string' && /^\/[^?#]*$/.test(path),
  ),
};

/**
 * Creates the function that tells whether a URL has the path of the webhook.
 *
 * @param options - The options of the adapter.
 * @throws {WebhookVerificationError} `invalid_options`.
 */
export function pathMatcher(options: WebhookPathOptions): (url: string | undefined) => boolean {
  // Without its path, an adapter answers every request.
  const { path } = readOptions(options, CHECKS);
  if (path === undefined) return () => true;
  return (url) => url === undefined || withoutSlash(pathOf(url)) === withoutSlash(path);
}

/** The URL of a request is a path with a query, or absolute, as proxies send it. */
function pathOf(url: string): string {
  const [path = ''] = url.replace(/^https?:\/\/[^/?#]*/i, '').split(/[?#]/);
  return path;
}

/** Routers ignore a slash at the end, too. */
function withoutSlash(path: string): string {
  return path.replace(/\/$/, '');
}
