import type * as z from 'zod/mini';
import { Rejection } from '../domain/state/rejection.ts';
import { CONTROL_PREFIX, isUpload } from '../http/control-path.ts';
import { invalidRequest, parseSegment, parseTarget, type Target } from '../http/decode.ts';
import { JSON_HEADERS, jsonResponse, rejectionResponse } from '../http/encode.ts';
import { parseControlJson } from '../http/json.ts';
import {
  type HttpRequest,
  type HttpResponse,
  MAX_BODY_BYTES,
  type StreamedResponse,
} from '../http/message.ts';
import { validateInput } from '../runtime/options/input-check.ts';
import { validateSandbox } from '../runtime/options/options-check.ts';
import type { Sandboxes } from '../service/sandboxes.ts';
import type { Service } from '../service/service.ts';
import { type Digest, type DigestReader, digestStream, type EventStream, eventStream } from './events.ts';
import { FOLLOWER_ROUTES } from './follower-routes.ts';
import { INSPECTOR_ROUTES } from './inspector-routes.ts';
import { OBJECT_ROUTES } from './object-routes.ts';
import { type ControlRoute, EventResponse, StatusResponse, StreamResponse } from './route.ts';
import { CONTROL_ROUTES } from './routes.ts';
import { nothing } from './schemas.ts';
import { type ServerInfo, viewSandbox } from './views/server.ts';

/** A call of the control API. */
export interface ControlRequest extends HttpRequest {
  /** The last event a stream's reader has seen. */
  readonly lastEventId: string | undefined;
  /** Scheme, host and port that the caller used, such as `http://localhost:4010`. */
  readonly origin: string;
  /** Aborted when the response is no longer needed. */
  readonly signal?: AbortSignal | undefined;
  /** The body as a stream, for calls that do not collect it into `body`: see `isUpload`. */
  readonly upload?: AsyncIterable<Uint8Array> | undefined;
}

/** The result of a call of the control API. */
export type ControlReply = HttpResponse | StreamedResponse | EventStream;

const NO_UPLOAD: AsyncIterable<Uint8Array> = { [Symbol.asyncIterator]: () => ({ next: () => NOTHING_MORE }) };
const NOTHING_MORE = Promise.resolve({ done: true as const, value: undefined });

/** The file of the inspector at a path below the prefix, the empty path for the page; undefined when there is none. */
export type InspectorFile = (path: string) => HttpResponse | undefined;

/** The rows of the control API that concern one service. */
export const ROUTES: readonly ControlRoute[] = [
  ...CONTROL_ROUTES,
  ...INSPECTOR_ROUTES,
  ...OBJECT_ROUTES,
  ...FOLLOWER_ROUTES,
];

/** The control API of a server: everything that the public API has no operation for. */
export class Control {
  readonly #sandboxes: Sandboxes;
  readonly #inspectorFile: InspectorFile;
  readonly #server: ServerInfo;

  /**
   * @param sandboxes - The services it controls.
   * @param inspectorFile - Returns the files of the inspector.
   * @param server - Identifies this server.
   */
  constructor(sandboxes: Sandboxes, inspectorFile: InspectorFile, server: ServerInfo) {
    this.#sandboxes = sandboxes;
    this.#inspectorFile = inspectorFile;
    this.#server = server;
  }

  /** Handles a call; events are a stream, everything else is a response. */
  async handle(request: ControlRequest): Promise<ControlReply> {
    try {
      return await this.#dispatch(request);
    } catch (error) {
      if (error instanceof Rejection) return rejectionResponse(error);
      throw error;
    }
  }

  #dispatch(request: ControlRequest): Promise<ControlReply> | ControlReply {
    const target = parseTarget(request.url.slice(CONTROL_PREFIX.length));
    const [, scope, id = '', ...rest] = target.path.split('/');
    if (scope !== 'sandboxes') return this.#call(this.#sandboxes.main, target, request);
    if (rest.length === 0) decode(nothing, target.query);
    if (id === '')
      return request.method === 'GET' ? this.#listSandboxes(request) : this.#createSandbox(request);
    if (rest.length === 0) return this.#oneSandbox(request, id);
    if (rest.join('') === '' && request.method === 'GET' && !this.#sandboxes.has(id))
      return this.#pageOfNone();
    return this.#call(this.#sandboxes.get(id).service, { ...target, path: `/${rest.join('/')}` }, request);
  }

  #listSandboxes({ origin }: ControlRequest): HttpResponse {
    const sandboxes = this.#sandboxes.list().map((sandbox) => viewSandbox(sandbox, origin));
    return jsonResponse(200, { sandboxes });
  }

  #createSandbox({ method, body, origin }: ControlRequest): HttpResponse {
    requireMethod(method, ['GET', 'POST'], '/sandboxes');
    const checked = validateSandbox(readBody(body));
    if (!checked.ok) throw invalidRequest(checked.issues);
    const { name, ...options } = checked.value;
    return jsonResponse(201, viewSandbox(this.#sandboxes.create(options, name), origin));
  }

  #oneSandbox({ method, origin }: ControlRequest, id: string): HttpResponse {
    requireMethod(method, ['GET', 'DELETE'], '/sandboxes/{id}');
    if (method === 'GET') return jsonResponse(200, viewSandbox(this.#sandboxes.get(id), origin));
    this.#sandboxes.delete(id);
    return jsonResponse(200, {});
  }

  /** The page at the address of a sandbox that does not exist: it explains that, and links to those that do. */
  #pageOfNone(): HttpResponse {
    const page = this.#inspectorFile('');
    if (page === undefined)
      throw new Rejection('not_found', 'The inspector is not built. Run "npm run build" in the repository.');
    return { ...page, status: 404 };
  }

  #call(service: Service, target: Target, request: ControlRequest): Promise<ControlReply> | ControlReply {
    if (target.path === '/events') {
      requireMethod(request.method, ['GET'], '/events');
      if ('digest' in target.query) return digestStream(this.#digestReaders(service, target.query.sandboxes));
      return eventStream(service, request.lastEventId);
    }
    if (target.path === '/openapi.json') {
      requireMethod(request.method, ['GET'], target.path);
      return this.#document();
    }
    const file = request.method === 'GET' ? this.#inspectorFile(target.path.slice(1)) : undefined;
    return file ?? this.#run(service, target, request);
  }

  /** It is created on demand, because few calls need it. */
  async #document(): Promise<HttpResponse> {
    const { controlDocument } = await import('./openapi/document.ts');
    return jsonResponse(200, controlDocument(ROUTES, this.#server.version));
  }

  /** @param sandboxes - Identifiers with commas between them; an empty one is the default sandbox. */
  #digestReaders(
    service: Service,
    sandboxes: string | undefined,
  ): ReadonlyMap<string | undefined, DigestReader> {
    if (sandboxes === undefined) return new Map([[undefined, () => this.#digest(service)]]);
    const all = this.#sandboxes;
    const readerOf = (id: string): DigestReader => {
      if (id === '') return () => this.#digest(all.main);
      return () => (all.has(id) ? this.#digest(all.get(id).service) : undefined);
    };
    return new Map(sandboxes.split(',').map((id) => [id, readerOf(id)]));
  }

  #digest(service: Service): Digest {
    const { journal, driver } = service.core;
    const { publicApi, requests, timeline } = service;
    const now = driver.now();
    return {
      now,
      offset: now - Date.now(),
      mode: driver.mode,
      seq: journal.seq,
      requests: requests.latestId,
      faults: publicApi.faults.size,
      sandboxes: this.#sandboxes.size,
      advancing: timeline.running !== undefined,
    };
  }

  async #run(
    service: Service,
    { path, query }: Target,
    { method, url, body, signal, upload = NO_UPLOAD }: ControlRequest,
  ): Promise<ControlReply> {
    const { route, id } = findRoute(method, path);
    if (method !== 'GET' && !path.startsWith('/followers') && !path.startsWith('/clock'))
      await service.followers.halt();
    const call = { service, server: this.#server, id, signal, query: decode(route.query, query), upload };
    const { body: schema } = route;
    const run = (text: string) =>
      route.run({ ...call, body: schema === null ? undefined : decode(schema, readBody(text)) });
    let result: unknown;
    if (schema !== null && isUpload(method, url))
      for await (const line of linesOf(upload)) result = run(line);
    else result = await run(body);
    if (result instanceof StreamResponse)
      return { status: route.status, headers: JSON_HEADERS, chunks: result.chunks };
    if (result instanceof EventResponse) return result.stream;
    if (result instanceof StatusResponse) return jsonResponse(result.status, result.body);
    return jsonResponse(route.status, result);
  }
}

/** Validates a value, or refuses the call with every field that is wrong, and the name that was probably meant. */
function decode<T>(schema: z.ZodMiniType<T>, value: unknown): T {
  const checked = validateInput(schema, value);
  if (!checked.ok) throw invalidRequest(checked.issues);
  return checked.value;
}

/** The lines of a body, as they arrive. Empty lines keep a connection open. */
async function* linesOf(upload: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let rest = '';
  for await (const chunk of upload) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n');
    rest = lines.pop() ?? '';
    if (rest.length > MAX_BODY_BYTES) throw new Rejection('invalid_request', 'The line is too long.');
    yield* lines.filter((line) => line.trim() !== '');
  }
  if (rest.trim() !== '') yield rest;
}

/** Reads the body of a call; a missing one counts as an empty object. */
function readBody(body: string): unknown {
  return body === '' ? {} : parseControlJson(body);
}

function findRoute(method: string, path: string): { readonly route: ControlRoute; readonly id: string } {
  const onPath = ROUTES.flatMap((route) => {
    const id = placeholderOf(route.path, path);
    return id === undefined ? [] : [{ route, id }];
  });
  const match = onPath.find(({ route }) => route.method === method);
  if (match !== undefined) return match;
  if (onPath.length === 0)
    throw new Rejection(
      'not_found',
      `The control API has no path ${CONTROL_PREFIX}${path}. See GET ${CONTROL_PREFIX}/openapi.json for all paths.`,
    );
  const allowed = onPath.map(({ route }) => route.method).join(', ');
  throw new Rejection('method_not_allowed', `${CONTROL_PREFIX}${path} supports ${allowed}, not ${method}.`);
}

/** The value of `{id}`: the empty string for a path without it, undefined when the path does not match. */
function placeholderOf(template: string, path: string): string | undefined {
  const [before = '', after] = template.split('{id}');
  if (after === undefined) return template === path ? '' : undefined;
  if (!path.startsWith(before) || !path.endsWith(after)) return undefined;
  const id = path.slice(before.length, path.length - after.length);
  return id === '' || id.includes('/') ? undefined : parseSegment(id);
}

function requireMethod(actual: string, expected: readonly string[], path: string): void {
  if (expected.includes(actual)) return;
  const methods = expected.join(', ');
  throw new Rejection('method_not_allowed', `${CONTROL_PREFIX}${path} supports ${methods}, not ${actual}.`);
}
