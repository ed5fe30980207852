import type { RequestHandler } from 'msw';
import type { CallHandler } from '../public-api/public-api.ts';
import { preflightResponse, readable } from './cross-origin.ts';
import { belowBaseUrl, respond } from './fetch.ts';

/**
 * The emulator as a handler for MSW 3, in Node and in browsers: for `setupServer` or `setupWorker`. It implements MSW's
 * handler interface instead of calling `http.all`, so that MSW stays an optional peer: importing the emulator does not
 * import MSW. See decisions/dependencies.md.
 */
export function mswHandlers(publicApi: CallHandler, baseUrl: string): RequestHandler[] {
  const path = `${baseUrl}/*`;
  const handler = {
    kind: 'request',
    info: { header: `messaging emulator ${path}`, method: /.+/, path },
    /** Handles a request below the base URL; null leaves it to other handlers. */
    async run({ request }: { readonly request: Request }) {
      const url = belowBaseUrl(baseUrl, request.url);
      if (url === undefined) return null;
      const response = preflightResponse(request) ?? readable(await respond(publicApi, request, url));
      return { handler, request, response, parsedResult: undefined };
    },
    // The handler has no state of its own: that of the service is reset with `emulator.reset()`.
    reset() {},
    restore() {},
    dispose() {},
    /** The emulator keeps its own record of requests. */
    log() {},
  };
  return [handler as unknown as RequestHandler];
}
