import { validate } from '@messaging-service/contract';
import { WaitTimeoutError } from '@messaging-service/emulator';
import type { Sandboxes, Service } from '@messaging-service/emulator/host';
import {
  type ControlRequest,
  type Endpoint,
  type HttpResponse,
  invalidRequest,
  jsonResponse,
  MAX_BODY_BYTES,
  parseControlJson,
  parseText,
  Rejection,
  Router,
  refuseRepeated,
  rejectionResponse,
  type ServerInfo,
  SnapshotError,
  StatusResponse,
  type StreamedResponse,
  type Upload,
  validOrRefused,
} from '@messaging-service/emulator/host';
import { CONTROL_PREFIX } from '@messaging-service/protocol';
import { SANDBOX_ENDPOINTS, SERVICE_ENDPOINTS } from './endpoints.ts';

/** The result of a call of the control API. */
export type ControlReply = HttpResponse | StreamedResponse;

const EVENT_HEADERS = { 'content-type': 'text/event-stream', 'cache-control': 'no-store' } as const;

/** The file of the inspector at a path below the prefix, the empty path for the page; undefined when there is none. */
export type InspectorFile = (path: string) => HttpResponse | undefined;

const wording = {
  prefix: CONTROL_PREFIX,
  hint: ` See GET ${CONTROL_PREFIX}/openapi.json for all paths.`,
};
const serverRouter = new Router([...SANDBOX_ENDPOINTS, ...SERVICE_ENDPOINTS], wording);
const sandboxRouter = new Router(SERVICE_ENDPOINTS, wording);

/** The files of the page have relative addresses, so its own ends with a slash. */
const TO_PAGE: HttpResponse = { status: 308, headers: { location: `.${CONTROL_PREFIX}/` }, body: '' };

/** A path below one sandbox. */
const BELOW_SANDBOX = /^\/sandboxes\/([^/]+)(\/.*)$/;

/** Whether a call has a body of any size, which is read as a stream: a snapshot, or the reports of a follower. */
export function isUpload(method: string, path: string): boolean {
  if (method === 'PUT') return path.endsWith('/snapshot');
  return method === 'POST' && /\/followers\/[^/]+\/reached$/.test(path);
}

/** The control API of a server: everything that the public API has no operation for. */
export class ControlApi {
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

  /** Handles a call. */
  async handle(request: ControlRequest): Promise<ControlReply> {
    try {
      return await this.#route(request);
    } catch (error) {
      if (error instanceof Rejection) return rejectionResponse(error);
      if (error instanceof WaitTimeoutError)
        return rejectionResponse(new Rejection('wait_timeout', error.message));
      if (error instanceof SnapshotError) return rejectionResponse(invalidRequest(error.issues));
      throw error;
    }
  }

  #route(request: ControlRequest): Promise<ControlReply> | ControlReply {
    const { target } = request;
    refuseRepeated(target);
    const [, id, below] = BELOW_SANDBOX.exec(target.path) ?? [];
    const path = below ?? target.path;
    if (isRead(request.method)) {
      if (target.path === '') return TO_PAGE;
      if (id !== undefined && path === '/' && !this.#sandboxes.has(id)) return this.#pageOfNone();
      const file = this.#inspectorFile(path.slice(1));
      if (file !== undefined) return file;
    }
    return id === undefined
      ? this.#run(serverRouter, this.#sandboxes.main, path, request)
      : this.#run(sandboxRouter, this.#sandboxes.get(id).service, path, request);
  }

  /** The page at the address of a sandbox that does not exist: it explains that, and links to those that do. */
  #pageOfNone(): HttpResponse {
    const page = this.#inspectorFile('');
    if (page === undefined)
      throw new Rejection('not_found', 'The inspector is not built. Run "npm run build" in the repository.');
    return { ...page, status: 404 };
  }

  async #run(
    router: Router<Endpoint>,
    service: Service,
    path: string,
    { method, target, body, lastEventId, origin, signal }: ControlRequest,
  ): Promise<ControlReply> {
    const { rows, params } = router.match(method, path);
    const row = rows[0] as Endpoint;
    if (mayChangeState(row)) await service.ready();
    const call = {
      service,
      sandboxes: this.#sandboxes,
      server: this.#server,
      id: params.id ?? '',
      query: validOrRefused(validate(row.query, target.query)),
      lastEventId,
      origin,
      signal,
    };
    const run = (text: string) => row.run({ ...call, body: decodeBody(row, text) });
    let result: unknown;
    if (row.body === 'free') result = await row.run({ ...call, body: parseText(await textOf(body)) });
    else if (typeof body === 'string') result = await run(body);
    else for await (const line of linesOf(body)) result = run(line);
    if (row.answer === 'events')
      return { status: 200, headers: EVENT_HEADERS, chunks: result as StreamedResponse['chunks'] };
    if (result instanceof StatusResponse) return responseOf(result.status, result.body);
    return responseOf(row.statuses[0], result ?? {});
  }
}

/**
 * Whether a call waits until the work of an instant is done and applications that run ahead of the clock have stopped. Calls about the clock wait for the advance, or stop
 * it although an application hangs. The reports of a follower say where it is. An application that joins needs the present time.
 */
function mayChangeState({ method, path }: Endpoint): boolean {
  return method !== 'GET' && !path.startsWith('/followers/') && !path.startsWith('/clock');
}

/** A response with a JSON body. A million messages, or many long texts, can exceed the longest string. */
function responseOf(status: number, body: unknown): HttpResponse {
  try {
    return jsonResponse(status, body);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new Rejection(
      'invalid_request',
      'The response would be longer than the longest possible text. Use a smaller limit for a list. To keep a state of this size, start the server with --state.',
    );
  }
}

/** HEAD is GET without the body of its response. */
export function isRead(method: string): boolean {
  return method === 'GET' || method === 'HEAD';
}

/** Reads the body of a call; a missing one counts as an empty object. */
function decodeBody({ body: schema }: Endpoint, text: string): unknown {
  if (schema === null || schema === 'free') return undefined;
  return validOrRefused(validate(schema, text === '' ? {} : parseControlJson(text)));
}

/** The lines of a body, as they arrive. Empty lines keep a connection open. */
async function* linesOf(upload: Upload): AsyncGenerator<string> {
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

/** The text of a body of any size. */
async function textOf(upload: string | Upload): Promise<string> {
  if (typeof upload === 'string') return upload;
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let text = '';
  try {
    for await (const chunk of upload) text += decoder.decode(chunk, { stream: true });
    return text + decoder.decode();
  } catch (error) {
    if (error instanceof RangeError)
      throw new Rejection('payload_too_large', 'The body is larger than the longest possible text.');
    if (!(error instanceof TypeError)) throw error;
    throw new Rejection('invalid_json', 'The body is not JSON: it is not UTF-8.');
  }
}
