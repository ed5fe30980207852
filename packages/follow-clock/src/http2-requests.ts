import http2, { type ClientHttp2Session, type ClientHttp2Stream, type ServerHttp2Session } from 'node:http2';
import type { Task, Work } from './work.ts';

/** How long a stream that has begun to respond may pause, in milliseconds of real time. It may never end. */
const PAUSE_MS = 1_000;

/**
 * Counts the streams of HTTP/2 as work, which gRPC uses, too: those of the application until their response has ended, and those
 * that it serves until their request has arrived. HTTP/2 writes to the connection without the functions of the socket.
 */
export function followHttp2(work: Work): void {
  const { connect, createServer, createSecureServer } = http2;
  const followServer = (server: http2.Http2Server | http2.Http2SecureServer) =>
    server.on('session', (session: ServerHttp2Session) =>
      session.on('stream', (stream, headers) => {
        const task: Task = { name: `body of ${nameOf(headers)}`, patienceMs: PAUSE_MS, isSilent: true };
        if (!stream.readableEnded) untilEnd(work, stream, task);
      }),
    );
  Object.assign(http2, {
    connect: (...args: unknown[]) => {
      const session = Reflect.apply(connect, http2, args) as ClientHttp2Session;
      const { request } = Object.getPrototypeOf(session) as Pick<ClientHttp2Session, 'request'>;
      session.request = (headers, options) => {
        const stream = Reflect.apply(request, session, [headers, options]);
        followStream(work, stream, nameOf(headers ?? {}));
        return stream;
      };
      return session;
    },
    createServer: (...args: unknown[]) =>
      followServer(Reflect.apply(createServer, http2, args) as http2.Http2Server),
    createSecureServer: (...args: unknown[]) =>
      followServer(Reflect.apply(createSecureServer, http2, args) as http2.Http2SecureServer),
  });
}

/** A response that has begun may be a subscription: the first pause that is too long ends the wait for it. */
function followStream(work: Work, stream: ClientHttp2Stream, name: string): void {
  work.notice();
  const asked: Task = { name };
  const rest: Task = { name, patienceMs: PAUSE_MS, isSilent: true };
  work.begin(asked);
  const push = stream.push.bind(stream);
  stream.push = (chunk: unknown, encoding?: BufferEncoding) => {
    work.end(asked);
    if (chunk === null) work.end(rest);
    else work.begin(rest);
    return push(chunk, encoding);
  };
  const write = stream.write.bind(stream) as (...args: unknown[]) => boolean;
  Object.assign(stream, {
    write: (...args: unknown[]) => {
      work.notice();
      work.begin(rest);
      return write(...args);
    },
  });
  stream.once('close', () => {
    work.end(asked);
    work.end(rest);
  });
}

/** A stream that another program writes. */
interface Arriving {
  push(chunk: unknown, encoding?: BufferEncoding): boolean;
  once(event: 'close', listener: () => void): unknown;
}

/** Counts the arrival of a request as work. */
export function untilEnd(work: Work, stream: Arriving, task: Task): void {
  work.begin(task);
  const push = stream.push.bind(stream);
  stream.push = (chunk: unknown, encoding?: BufferEncoding) => {
    if (chunk === null) work.end(task);
    return push(chunk, encoding);
  };
  stream.once('close', () => work.end(task));
}

function nameOf(headers: object): string {
  const {
    ':method': method = 'GET',
    ':authority': authority = '',
    ':path': path = '/',
  } = headers as Record<string, unknown>;
  return `${String(method)} ${String(authority)}${String(path).replace(/\?.*$/, '')}`;
}
