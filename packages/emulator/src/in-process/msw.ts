import type { RequestHandler } from 'msw';
import type { CallHandler } from '../public-api/public-api.ts';
import { type BaseUrl, belowBaseUrl, respond } from './fetch.ts';

/** The arguments that MSW passes to a handler for each request. */
interface RunArguments {
  readonly request: Request;
}

/**
 * The emulator as a handler for MSW 3, in Node and in browsers. It implements MSW's handler interface instead of
 * calling `http.all`, so that MSW stays an optional peer: importing the emulator does not import MSW. See
 * decisions/dependencies.md.
 */
class EmulatorHandler {
  readonly kind = 'request';
  readonly info: { readonly header: string; readonly method: RegExp; readonly path: string };
  isUsed = false;
  readonly #publicApi: CallHandler;
  readonly #baseUrl: BaseUrl;

  constructor(publicApi: CallHandler, baseUrl: BaseUrl) {
    this.#publicApi = publicApi;
    this.#baseUrl = baseUrl;
    const path = `${baseUrl.origin}${baseUrl.prefix}/*`;
    this.info = { header: `messaging emulator ${path}`, method: /.+/, path };
  }

  /** Handles a request below the base URL; null leaves it to other handlers. */
  async run({ request }: RunArguments) {
    const url = belowBaseUrl(this.#baseUrl, request.url);
    if (url === undefined) return null;
    this.isUsed = true;
    const response = await respond(this.#publicApi, request, url);
    return { handler: this, request, response, parsedResult: undefined };
  }

  /** Whether the emulator handles a request. */
  predicate({ request }: RunArguments): boolean {
    return belowBaseUrl(this.#baseUrl, request.url) !== undefined;
  }

  /** The same, under the name that MSW defines for authors of handlers. */
  test({ request }: RunArguments): Promise<boolean> {
    return Promise.resolve(this.predicate({ request }));
  }

  /** Nothing to parse beforehand. */
  parse(): Promise<Record<string, never>> {
    return Promise.resolve({});
  }

  /** MSW resets its own runtime state; that of the service is reset with `emulator.reset()`. */
  reset(): void {}

  /** It is never exhausted. */
  restore(): void {}

  /** It keeps nothing longer than a request. */
  dispose(): void {}

  /** The emulator keeps its own record of requests. */
  log(): void {}
}

/** The handlers to give to `setupServer` or `setupWorker`. */
export function mswHandlers(publicApi: CallHandler, baseUrl: BaseUrl): RequestHandler[] {
  return [new EmulatorHandler(publicApi, baseUrl) as unknown as RequestHandler];
}
