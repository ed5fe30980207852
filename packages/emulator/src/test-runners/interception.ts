import type { RequestHandler } from 'msw';
import type { HandlersController, NetworkSource } from 'msw/experimental';
import type { SetupServer } from 'msw/node';
import type { Emulator } from '../emulator.ts';

/** The emulators that requests of this process can reach; the first one that is responsible responds. */
const intercepted: Emulator[] = [];

let msw: (typeof import('msw/node') & typeof import('msw/utils/passthrough')) | undefined;

/** The handler that MSW calls for each request. */
let handler: RequestHandler | undefined;

/** The server that was started here, with its handlers. */
let own: { readonly server: SetupServer; readonly handlers: HandlersController | undefined } | undefined;

/**
 * Makes an emulator one of those that get requests. Call {@link intercept} before each test.
 *
 * @throws {Error} when MSW is not installed.
 */
export async function addIntercepted(emulator: Emulator): Promise<void> {
  msw ??= await importMsw();
  intercepted.push(emulator);
  // Without the emulators of another test file, a reset of handlers would remove it.
  handler ??= {
    ...emulator.handlers[0],
    run,
    dispose: () => queueMicrotask(join),
  } as unknown as RequestHandler;
}

/** Ends what {@link addIntercepted} began. */
export function removeIntercepted(emulator: Emulator): void {
  const index = intercepted.indexOf(emulator);
  if (index >= 0) intercepted.splice(index, 1);
  if (intercepted.length > 0 || own === undefined) return;
  // All servers share one source of requests. If another one has replaced this one, closing this one would close that one.
  if (own.handlers === listening()) own.server.close();
  own = undefined;
}

/**
 * Lets the MSW server of this process pass requests to the emulators, and starts one if none listens. A process has one network:
 * a second server would silently replace the first, which can be the user's.
 *
 * @returns The server, if it was started here.
 */
export function intercept(): SetupServer | undefined {
  join();
  return own?.server;
}

/** Of several emulators with one address, lets this one get the requests. */
export function answerFirst(emulator: Emulator): void {
  const index = intercepted.indexOf(emulator);
  if (index > 0) intercepted.unshift(...intercepted.splice(index, 1));
}

/** The emulator that gets the requests to an address. */
export function interceptedAt(baseUrl: string): Emulator | undefined {
  return intercepted.find((emulator) => emulator.baseUrl === baseUrl);
}

function join(): void {
  if (intercepted.length === 0 || msw === undefined || handler === undefined) return;
  const handlers = listening();
  if (handlers === undefined) {
    const server = msw.setupServer(handler);
    server.listen({ onUnhandledFrame: 'bypass' });
    own = { server, handlers: listening() };
  } else if (handlers !== own?.handlers) {
    // oxlint-disable-next-line no-console -- The developer whose handlers run twice must see the warning.
    if (own !== undefined) console.warn(REPLACED);
    own = undefined;
    if (!handlers.listHandlers().includes(handler)) handlers.use([handler]);
  }
}

const REPLACED =
  '[messaging-emulator] An MSW server started to listen after that of the emulator. MSW has one network for a process: until that server is closed, each request can reach its handlers twice. Let it listen before the first test that uses the emulator, such as in beforeAll() at the top of the file.';

/** Requests that an emulator got. After a second `listen()`, MSW passes each request twice. */
const handled = new WeakSet<Request>();

async function run(input: Parameters<RequestHandler['run']>[0]) {
  const { request } = input;
  if (handled.has(request))
    return { handler, request, response: msw?.passthrough(), parsedResult: undefined };
  for (const { handlers } of intercepted) {
    const result = await handlers[0]?.run(input);
    if (result === undefined || result === null) continue;
    handled.add(request);
    return result;
  }
  return null;
}

/** The handlers of the server that listens in this process, if there is one. */
function listening(): HandlersController | undefined {
  let found: HandlersController | undefined;
  // A listening server first asks a frame for those of its handlers that can respond to it. This frame is not a request.
  const frame = {
    events: { on() {} },
    getHandlers(handlers: HandlersController) {
      found = handlers;
      return [];
    },
    resolve: () => Promise.resolve(null),
  };
  const [source] = msw?.defaultNetworkOptions.sources ?? [];
  void source?.queue(frame as unknown as Parameters<NetworkSource['queue']>[0]);
  return found;
}

async function importMsw() {
  const [node, intentions] = await Promise.all([import('msw/node'), import('msw/utils/passthrough')]).catch(
    explainMissingMsw,
  );
  return { ...node, ...intentions };
}

/** MSW is an optional peer: without it, Node names only the file of this package that imports it. */
function explainMissingMsw(error: unknown): never {
  const { code } = error as { code?: unknown };
  if (code !== 'ERR_MODULE_NOT_FOUND') throw error;
  throw new Error(
    'The fixture uses MSW to intercept requests, and msw is not installed. Run "npm install --save-dev msw", or create the fixture with createEmulatorTest({ intercept: false }) and pass emulator.fetch to the client.',
    { cause: error },
  );
}
