import { formatTimestamp } from '@messaging-service/contract';
import { Rejection } from '../../domain/state/rejection.ts';
import { finish } from '../../domain/views/scan.ts';
import { validateOptions } from '../../runtime/options/options-check.ts';
import { inSlices } from '../../runtime/time/slices.ts';
import type { Service } from '../../service/service.ts';
import { CONTROL_PREFIX } from '../wire/control-path.ts';
import { decode, invalidRequest, parseTarget, type Target } from '../wire/decode.ts';
import { JSON_HEADERS, jsonAnswer, rejectionAnswer } from '../wire/encode.ts';
import { isLarge, readControlJson } from '../wire/json.ts';
import type { HttpRequest, HttpResponse, StreamedResponse } from '../wire/message.ts';
import { type Digest, digestStream, type EventStream, eventStream } from './events.ts';
import { FOLLOWER_ROUTES } from './follower-routes.ts';
import { INSPECTOR_ROUTES } from './inspector-routes.ts';
import { type ControlRoute, EventAnswer, StatusAnswer, StreamAnswer } from './route.ts';
import { CONTROL_ROUTES } from './routes.ts';
import type { Sandboxes } from './sandboxes.ts';

/** A call of the control API. */
export interface ControlRequest extends HttpRequest {
  /** The last event a stream's reader has seen. */
  readonly lastEventId: string | undefined;
  /** Aborted when the answer is no longer of use. */
  readonly signal?: AbortSignal | undefined;
  /** The body as it comes in, where it is not gathered into `body`: see `isUpload`. */
  readonly upload?: AsyncIterable<Uint8Array> | undefined;
}

/** What a call of the control API is answered with. */
export type ControlReply = HttpResponse | StreamedResponse | EventStream;

const NO_UPLOAD: AsyncIterable<Uint8Array> = { [Symbol.asyncIterator]: () => ({ next: () => NOTHING_MORE }) };
const NOTHING_MORE = Promise.resolve({ done: true as const, value: undefined });

/** The file of the inspector at a path below the prefix, the empty path for the page; undefined when there is none. */
export type InspectorFile = (path: string) => HttpResponse | undefined;

const ROUTES: readonly ControlRoute[] = [...CONTROL_ROUTES, ...INSPECTOR_ROUTES, ...FOLLOWER_ROUTES];

/** The control API of a server: everything that the public API has no operation for. */
export class Control {
  readonly #sandboxes: Sandboxes;
  readonly #inspectorFile: InspectorFile;

  /**
   * @param sandboxes - The services it controls.
   * @param inspectorFile - Where the page for people comes from.
   */
  constructor(sandboxes: Sandboxes, inspectorFile: InspectorFile) {
    this.#sandboxes = sandboxes;
    this.#inspectorFile = inspectorFile;
  }

  /** Answers a call; events are a stream, everything else is an answer. */
  async handle(request: ControlRequest): Promise<ControlReply> {
    try {
      return await this.#dispatch(request);
    } catch (error) {
      if (error instanceof Rejection) return rejectionAnswer(error);
      throw error;
    }
  }

  #dispatch(request: ControlRequest): Promise<ControlReply> | ControlReply {
    const target = parseTarget(request.url.slice(CONTROL_PREFIX.length));
    const [, scope, id = '', ...rest] = target.path.split('/');
    if (scope !== 'sandboxes') return this.#call(this.#sandboxes.main, target, request);
    if (id === '') return request.method === 'GET' ? this.#listSandboxes() : this.#createSandbox(request);
    if (rest.length === 0) return this.#deleteSandbox(request, id);
    return this.#call(this.#sandboxes.get(id), { ...target, path: `/${rest.join('/')}` }, request);
  }

  #listSandboxes(): HttpResponse {
    const sandboxes = this.#sandboxes.list().map(([id, service]) => ({ id, ...readClock(service) }));
    return jsonAnswer(200, { sandboxes });
  }

  async #createSandbox({ method, body }: ControlRequest): Promise<HttpResponse> {
    requireMethod(method, 'POST', '/sandboxes');
    const options = validateOptions(await readBody(body));
    if (!options.ok) throw invalidRequest(options.issues);
    const { id, service } = this.#sandboxes.create(options.value);
    return jsonAnswer(201, { id, ...readyToUse(service) });
  }

  #deleteSandbox({ method }: ControlRequest, id: string): HttpResponse {
    requireMethod(method, 'DELETE', '/sandboxes/{id}');
    this.#sandboxes.delete(id);
    return jsonAnswer(200, {});
  }

  #call(service: Service, target: Target, request: ControlRequest): Promise<ControlReply> | ControlReply {
    if (target.path === '/events') {
      requireMethod(request.method, 'GET', '/events');
      if ('digest' in target.query) return digestStream(() => this.#digest(service));
      return eventStream(service, request.lastEventId);
    }
    const file = request.method === 'GET' ? this.#inspectorFile(target.path.slice(1)) : undefined;
    return file ?? this.#run(service, target, request);
  }

  #digest(service: Service): Digest {
    const { journal, driver } = service.core;
    const { gateway, requests } = service;
    const now = driver.now();
    return {
      now,
      offset: now - Date.now(),
      mode: driver.mode,
      seq: journal.seq,
      requests: requests.latestId,
      faults: gateway.faults.list().length,
      sandboxes: this.#sandboxes.size,
    };
  }

  async #run(
    service: Service,
    { path, query }: Target,
    { method, body, signal, upload = NO_UPLOAD }: ControlRequest,
  ): Promise<ControlReply> {
    const { route, id } = findRoute(method, path);
    const input = route.body === null ? undefined : await readBody(body);
    const call = {
      service,
      id,
      signal,
      query: decode(route.query, query, {}),
      body: route.body === null ? undefined : decode(route.body, input, {}),
      upload,
    };
    const result = await route.run(call);
    if (result instanceof StreamAnswer)
      return { status: route.status, headers: JSON_HEADERS, chunks: result.chunks };
    if (result instanceof EventAnswer) return result.stream;
    if (result instanceof StatusAnswer) return jsonAnswer(result.status, result.body);
    return jsonAnswer(route.status, result);
  }
}

/** Reads the body of a call; a missing one counts as an empty object. */
function readBody(body: string): unknown {
  if (body === '') return {};
  return isLarge(body) ? inSlices(readControlJson(body)) : finish(readControlJson(body));
}

/** The organization and the first account of a service, as a caller in any language needs them. */
export function readyToUse(service: Service) {
  const { organization, accounts, sharedSenders } = service.credentials();
  return { organization, account: accounts[0] ?? null, accounts, sharedSenders };
}

function findRoute(method: string, path: string): { readonly route: ControlRoute; readonly id: string } {
  const onPath = ROUTES.flatMap((route) => {
    const id = placeholderOf(route.path, path);
    return id === undefined ? [] : [{ route, id }];
  });
  const match = onPath.find(({ route }) => route.method === method);
  if (match !== undefined) return match;
  if (onPath.length === 0)
    throw new Rejection('not_found', `The control API has no path ${CONTROL_PREFIX}${path}.`);
  const allowed = onPath.map(({ route }) => route.method).join(', ');
  throw new Rejection('method_not_allowed', `${CONTROL_PREFIX}${path} takes ${allowed}, not ${method}.`);
}

/** What stands at `{id}`, the empty string for a path without one, or undefined when the path is another. */
function placeholderOf(template: string, path: string): string | undefined {
  const [before = '', after] = template.split('{id}');
  if (after === undefined) return template === path ? '' : undefined;
  if (!path.startsWith(before) || !path.endsWith(after)) return undefined;
  const id = path.slice(before.length, path.length - after.length);
  return id === '' || id.includes('/') ? undefined : id;
}

function readClock(service: Service) {
  const { driver } = service.core;
  return { now: formatTimestamp(driver.now()), clock: driver.mode };
}

function requireMethod(actual: string, expected: string, path: string): void {
  if (actual === expected) return;
  throw new Rejection('method_not_allowed', `${CONTROL_PREFIX}${path} takes ${expected}, not ${actual}.`);
}
