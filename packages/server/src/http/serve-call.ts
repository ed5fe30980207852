import { isUtf8 } from 'node:buffer';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Reply, Sandboxes } from '@messaging-service/emulator/host';
import {
  clearInterval,
  clearTimeout,
  type HttpResponse,
  MAX_BODY_BYTES,
  Rejection,
  rejectionResponse,
  type StreamedResponse,
  setInterval,
  setTimeout,
  textOfBytes,
} from '@messaging-service/emulator/host';
import { isControl, isUpload } from '@messaging-service/protocol';
import { visible } from '@messaging-service/text';
import type { ControlApi, ControlReply } from '../control-api/control-api.ts';
import { type Agents, isForAgents } from './agents.ts';
import { addressOf } from './forwarded.ts';
import { asksForFrontPage, frontPage } from './front-page.ts';
import type { ResponseWriter } from './response-writer.ts';
import type { Shutdown } from './shutdown.ts';

/** The parts of a server that its calls need. */
export interface Targets {
  readonly sandboxes: Sandboxes;
  readonly control: ControlApi;
  readonly agents: Agents;
  readonly shutdown: Shutdown;
  readonly writer: ResponseWriter;
  /** Returns why changes cannot be kept at the moment; undefined while they can. */
  readonly problem: () => string | undefined;
  /** Whether calls of the control API need a token. */
  readonly hasToken: boolean;
}

/** Handles a call that was admitted, and writes the response. */
export async function serveCall(
  targets: Targets,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  try {
    await send(targets.writer, await replyTo(targets, request, response), response);
  } catch (error) {
    crash(error, response);
  }
}

/**
 * Cuts off a caller that takes too long to send its request. How long its response takes is not limited. A body of any
 * size can take as long as it needs, if its caller does not pause.
 */
export function limitSending(request: IncomingMessage, response: ServerResponse, limitMs: number): void {
  const cutOff = () => {
    if (response.headersSent) request.destroy();
    else response.writeHead(408, { connection: 'close' }).end();
  };
  if (isUpload(request.method ?? '', request.url ?? '')) {
    request.setTimeout(limitMs, cutOff);
    request.once('end', () => request.setTimeout(0));
  } else {
    const timer = setTimeout(cutOff, limitMs);
    const stop = () => clearTimeout(timer);
    request.once('end', stop).once('close', stop);
  }
}

async function replyTo(
  { sandboxes, control, agents, shutdown, problem, hasToken }: Targets,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<Reply | ControlReply> {
  const { method = 'GET', url = '/', headers, rawHeaders } = request;
  const upload = isUpload(method, url) ? uploadOf(request, response) : undefined;
  const body = upload === undefined ? await readBody(request) : '';
  if (body === undefined) {
    response.setHeader('connection', 'close');
    return sandboxes.main.publicApi.refuseBody();
  }
  const origin = addressOf(headers);
  if (isControl(url)) {
    const lastEventId = headers['last-event-id'] as string | undefined;
    const signal = shutdown.usefulness(response);
    if (isForAgents(url)) return agents.handle({ method, url, body, headers, origin, signal });
    return control.handle({ method, url, body, origin, lastEventId, signal, upload });
  }
  if (asksForFrontPage(method, url, headers.accept))
    return frontPage({ address: origin, credentials: hasToken ? undefined : sandboxes.main.credentials() });
  const reason = method === 'GET' || method === 'HEAD' ? undefined : problem();
  if (reason !== undefined)
    return rejectionResponse(
      new Rejection('service_unavailable', `Nothing can be changed, because ${reason}.`),
    );
  const service = sandboxes.serviceOf(url);
  // An application that follows the clock may have made the call at a later instant.
  const ready = service.ready();
  // A call takes effect before later ones on its connection, so it waits only if it must.
  if (ready !== undefined) await ready;
  return service.handle({ method, url, body, rawHeaders });
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

/** Reads a body; undefined if it is too large. Its rest is not read, so the connection must end with the response. */
function readBody(request: IncomingMessage): Promise<string | undefined> {
  const chunks: Buffer[] = [];
  let size = 0;
  return new Promise((resolve) => {
    request.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size <= MAX_BODY_BYTES) chunks.push(chunk);
      else {
        request.removeAllListeners('data').pause();
        resolve(undefined);
      }
    });
    request.on('end', () => resolve(textOf(Buffer.concat(chunks))));
  });
}

/** The body as text; what is not UTF-8 is marked, so that it is refused instead of read with other characters. */
function textOf(bytes: Buffer): string {
  return isUtf8(bytes) ? bytes.toString() : textOfBytes(bytes);
}

async function send(
  writer: ResponseWriter,
  reply: Reply | ControlReply,
  response: ServerResponse,
): Promise<void> {
  if (reply === 'disconnect') response.destroy();
  else if (response.req.method === 'HEAD') await sendHead(reply, response);
  else if ('chunks' in reply) await sendStream(writer, reply, response);
  else await writer.writeBody(withHead(reply, response), reply.body);
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
  const length = status === 204 ? undefined : { 'content-length': Buffer.byteLength(body) };
  return response.writeHead(status, { ...headers, ...length });
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
