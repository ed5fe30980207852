import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { StreamedResponse } from '../http/message.ts';

/** How long a caller may read nothing of a streamed response before it counts as disconnected. */
const LONGEST_STALL_MS = 30_000;

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
  response.writeHead(status, headers);
  for (const chunk of chunks) {
    if (!response.write(chunk) && !(await hasDrained(response))) break;
    if (response.destroyed) break;
  }
  if (response.writableNeedDrain) response.destroy();
  else response.end();
}

/** Whether the written part was sent. False when the caller closed the connection, or stopped reading for too long. */
function hasDrained(response: ServerResponse): Promise<boolean> {
  return new Promise((resolve) => {
    const settle = (drained: boolean) => {
      clearTimeout(stalled);
      response.off('drain', onDrain).off('close', onClose);
      resolve(drained);
    };
    const onDrain = () => settle(true);
    const onClose = () => settle(false);
    const stalled = setTimeout(onClose, LONGEST_STALL_MS);
    response.on('drain', onDrain).on('close', onClose);
    if (response.destroyed) onClose();
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
