import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { EVENTS } from '../http/encode.ts';
import type { StreamedResponse } from '../http/message.ts';

/** Proxies cut connections on which nothing moves. */
const KEEP_ALIVE_MS = 15_000;

/** Connections on which a body of any size arrives. */
const UPLOADS = new WeakSet<object>();

/**
 * Writes a response piece by piece, as fast as the caller reads it; when the caller closes the connection, the work
 * ends.
 */
export async function sendStream(
  { status, headers, chunks }: StreamedResponse,
  response: ServerResponse,
): Promise<void> {
  const isEvents = headers['content-type'] === EVENTS;
  if (isEvents) response.shouldKeepAlive = false;
  response.writeHead(status, headers);
  const keepAlive = setInterval(() => {
    // A caller that does not read gets no comments, because they would only accumulate.
    if (isEvents && !response.writableNeedDrain) response.write(': still here\n\n');
  }, KEEP_ALIVE_MS);
  try {
    for await (const chunk of chunks) {
      if (!response.write(chunk)) await drained(response);
      if (response.destroyed) break;
    }
  } finally {
    clearInterval(keepAlive);
  }
  response.end();
}

/** Settles when the written part was sent, or the caller has closed the connection. */
function drained(response: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    const settle = () => {
      response.off('drain', settle).off('close', settle);
      resolve();
    };
    response.on('drain', settle).on('close', settle);
    if (response.destroyed) settle();
  });
}

/**
 * Lets a body of any size take as long as it needs to arrive, without long pauses. @param request - The call with the
 * body. @param longestSilenceMs - The longest pause.
 */
export function beginUpload(request: IncomingMessage, longestSilenceMs: number): void {
  const { socket } = request;
  UPLOADS.add(socket);
  const onSilence = () => request.destroy();
  socket.setTimeout(longestSilenceMs, onSilence);
  request.once('close', () => {
    UPLOADS.delete(socket);
    socket.off('timeout', onSilence).setTimeout(0);
  });
}

/**
 * The rest of a body after the response is discarded. It must be read, because the caller reads the response only
 * afterwards.
 */
export function endUpload(request: IncomingMessage): void {
  if (!request.readableEnded) request.resume();
}

/** Exempts uploads from the limit on how long a whole request may take; all others are cut off as Node does it. */
export function exemptUploads(server: Server): void {
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    const isLate = error.code === 'ERR_HTTP_REQUEST_TIMEOUT';
    if (isLate && UPLOADS.has(socket)) return;
    if (socket.writable)
      socket.write(`HTTP/1.1 ${isLate ? LATE : statusOf(error)}\r\nConnection: close\r\n\r\n`);
    socket.destroy(error);
  });
}

const LATE = '408 Request Timeout';

function statusOf({ code }: NodeJS.ErrnoException): string {
  if (code === 'HPE_HEADER_OVERFLOW') return '431 Request Header Fields Too Large';
  return code === 'HPE_CHUNK_EXTENSIONS_OVERFLOW' ? '413 Payload Too Large' : '400 Bad Request';
}
