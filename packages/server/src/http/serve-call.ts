import { isUtf8 } from 'node:buffer';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Reply, Sandboxes } from '@messaging-service/emulator/host';
import {
  clearInterval,
  type HttpResponse,
  MAX_BODY_BYTES,
  Rejection,
  rejectionResponse,
  type StreamedResponse,
  setInterval,
  type Target,
  textOfBytes,
  type Upload,
} from '@messaging-service/emulator/host';
import { visible } from '@messaging-service/text';
import { type ControlApi, type ControlReply, isRead } from '../control-api/control-api.ts';
import { type Agents, isForAgents } from './agents.ts';
import type { Call } from './call.ts';
import type { Connections } from './connections.ts';
import { addressOf } from './forwarded.ts';
import { asksForFrontPage, frontPage } from './front-page.ts';
import type { ResponseWriter } from './response-writer.ts';

/** The parts of a server that its calls need. */
export interface Targets {
  readonly sandboxes: Sandboxes;
  readonly control: ControlApi;
  readonly agents: Agents;
  readonly connections: Connections;
  readonly writer: ResponseWriter;
  /** Returns why changes cannot be kept at the moment; undefined while they can. */
  readonly problem: () => string | undefined;
  /** Whether calls of the control API need a token. */
  readonly hasToken: boolean;
}

type AnyReply = Reply | ControlReply;

/** Handles a call that was admitted, and writes the response. Without anything to wait for, it is written immediately. */
export function serveCall(
  targets: Targets,
  call: Call,
  request: IncomingMessage,
  response: ServerResponse,
): void {
  const answer = (reply: () => AnyReply | Promise<AnyReply>) => {
    try {
      const replied = reply();
      const sent =
        replied instanceof Promise
          ? replied.then((later) => send(targets.writer, later, response))
          : send(targets.writer, replied, response);
      sent?.catch((error: unknown) => crash(error, response));
    } catch (error) {
      crash(error, response);
    }
  };
  const { control } = call;
  if (control?.isUpload === true)
    answer(() => controlReply(targets, call, control.target, uploadOf(request, response), response));
  else
    readBody(request, (body) => {
      if (body === undefined) response.setHeader('connection', 'close');
      answer(() => {
        if (body === undefined) return targets.sandboxes.main.publicApi.refuseBody();
        if (control !== undefined) return controlReply(targets, call, control.target, body, response);
        return publicReply(targets, call, body, request.rawHeaders);
      });
    });
}

function controlReply(
  { control, agents, connections }: Targets,
  { method, headers }: Call,
  target: Target,
  body: string | Upload,
  response: ServerResponse,
): Promise<ControlReply> {
  const origin = addressOf(headers);
  const signal = connections.usefulness(response);
  if (isForAgents(target) && typeof body === 'string')
    return agents.handle({ method, target, body, headers, origin, signal });
  const lastEventId = headers['last-event-id'] as string | undefined;
  return control.handle({ method, target, body, origin, lastEventId, signal });
}

function publicReply(
  { sandboxes, problem, hasToken }: Targets,
  call: Call,
  body: string,
  rawHeaders: readonly string[],
): Reply | Promise<Reply> {
  const { method, target, headers } = call;
  if (asksForFrontPage(call)) {
    const credentials = hasToken ? undefined : sandboxes.main.credentials();
    return frontPage({ address: addressOf(headers), credentials });
  }
  const reason = isRead(method) ? undefined : problem();
  if (reason !== undefined)
    return rejectionResponse(
      new Rejection('service_unavailable', `Nothing can be changed, because ${reason}.`),
    );
  const service = sandboxes.serviceOf(target.key);
  // An application that follows the clock may have made the call at a later instant.
  const ready = service.ready();
  const handle = () => service.handle({ method, target, body, rawHeaders });
  // A call takes effect before later ones on its connection, so it waits only if it must.
  return ready === undefined ? handle() : ready.then(handle);
}

/**
 * A body of any size, as it arrives. After the response, the rest is discarded. It must be read, because the caller reads
 * the response only afterwards.
 */
function uploadOf(request: IncomingMessage, response: ServerResponse): AsyncIterable<Uint8Array> {
  response.once('finish', () => {
    if (!request.readableEnded) request.resume();
  });
  // A request that is destroyed before its end stops its connection from reading on, so the next call would wait
  // forever.
  return request.iterator({ destroyOnReturn: false });
}

/**
 * Reads a body, and passes it on; undefined if it is too large. Its rest is not read, so the connection must end with the
 * response.
 */
function readBody(request: IncomingMessage, pass: (body: string | undefined) => void): void {
  const chunks: Buffer[] = [];
  let size = 0;
  request.on('data', (chunk: Buffer) => {
    size += chunk.length;
    if (size <= MAX_BODY_BYTES) chunks.push(chunk);
    else {
      request.removeAllListeners('data').pause();
      pass(undefined);
    }
  });
  request.on('end', () => pass(textOf(chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks))));
}

/** The body as text; what is not UTF-8 is marked, so that it is refused instead of read with other characters. */
function textOf(bytes: Buffer): string {
  return isUtf8(bytes) ? bytes.toString() : textOfBytes(bytes);
}

/** @returns Settles at the end of a response that is not written within this call. */
function send(writer: ResponseWriter, reply: AnyReply, response: ServerResponse): Promise<void> | undefined {
  if (reply === 'disconnect') response.destroy();
  else if (response.req.method === 'HEAD') return sendHead(reply, response);
  else if ('chunks' in reply) return sendStream(writer, reply, response);
  else return writer.writeBody(withHead(reply, response), reply.body);
  return undefined;
}

/** Answers HEAD: the headers of the response to GET, without its body. Events are not waited for. */
async function sendHead(reply: HttpResponse | StreamedResponse, response: ServerResponse): Promise<void> {
  if ('chunks' in reply) {
    response.writeHead(reply.status, reply.headers).end();
    await reply.chunks[Symbol.asyncIterator]().return?.();
  } else withHead(reply, response).end();
}

function withHead({ status, headers, body }: HttpResponse, response: ServerResponse): ServerResponse {
  // The response to a preflight is 204, which has no length. RFC 9110, 8.6.
  if (status === 204) return response.writeHead(status, headers);
  return response.writeHead(status, { ...headers, 'content-length': Buffer.byteLength(body) });
}

/** For short responses. */
function sendWhole(reply: HttpResponse, response: ServerResponse): void {
  withHead(reply, response).end(reply.body);
}

/** Proxies cut connections on which nothing moves. */
const KEEP_ALIVE_MS = 15_000;

/** Writes events as fast as the caller reads them. If the caller closes the connection, the work ends. */
async function sendStream(
  writer: ResponseWriter,
  { status, headers, chunks }: StreamedResponse,
  response: ServerResponse,
): Promise<void> {
  response.shouldKeepAlive = false;
  response.writeHead(status, headers);
  const keepAlive = setInterval(() => {
    // A caller that does not read gets no comments, because they would only accumulate.
    if (!response.writableNeedDrain) response.write(': still here\n\n');
  }, KEEP_ALIVE_MS);
  try {
    for await (const chunk of chunks) {
      await writer.write(response, chunk);
      if (response.destroyed) return;
    }
    response.end();
  } finally {
    clearInterval(keepAlive);
  }
}

/** How much of a refused body is read and discarded before the connection is closed instead. */
const DISCARDED_BYTES = 1024 * 1024;

/**
 * Refuses a call before its body is read. Node discards the body. The connection closes if that would take long, or if Node
 * reads no further because the caller requests another protocol.
 */
export function refuseCall(
  refusal: HttpResponse,
  { headers }: IncomingMessage,
  response: ServerResponse,
): void {
  const { 'content-length': length, 'transfer-encoding': encoding, upgrade } = headers;
  const isShort = encoding === undefined && Number(length ?? 0) <= DISCARDED_BYTES;
  if (!isShort || upgrade !== undefined) response.setHeader('connection', 'close');
  sendWhole(refusal, response);
}

/** Reports a defect of the emulator, or of a rule in code, to the caller and on standard error. */
function crash(error: unknown, response: ServerResponse): void {
  if (isReset(error) && (response.destroyed || response.req.destroyed)) {
    response.destroy();
    return;
  }
  const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
  process.stderr.write(visible(`[messaging-emulator] ${text}\n`));
  if (response.headersSent) response.destroy();
  else {
    const body = 'The emulator failed. The error is on its standard error output.\n';
    sendWhole({ status: 500, headers: { 'content-type': 'text/plain' }, body }, response);
  }
}

/** The errors of a request whose caller has closed the connection. */
function isReset(error: unknown): boolean {
  return error instanceof Error && 'code' in error && RESETS.has(error.code);
}

const RESETS: ReadonlySet<unknown> = new Set(['ECONNRESET', 'ERR_STREAM_PREMATURE_CLOSE']);
