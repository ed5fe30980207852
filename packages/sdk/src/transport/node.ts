/**
 * A transport for the client on Node: `node:http` with connections that are kept alive, in place of `fetch`.
 *
 * @packageDocumentation
 */
import { Agent as HttpAgent, request as httpRequest, type IncomingMessage } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import { classifyFailure } from './failure.ts';
import { type Transport, TransportError, type TransportResponse } from './transport.ts';

/** Options of {@link createNodeTransport}. */
export interface NodeTransportOptions {
  /** Maximum number of connections to the service; further requests wait for one. Default: no limit. */
  maxSockets?: number | undefined;
  /** How long an idle connection is kept, in milliseconds. Default: 4,000. */
  idleTimeout?: number | undefined;
}

/** A transport with connections of its own. */
export interface NodeTransport extends Transport {
  /** Closes all connections. Idle ones keep no process alive, so this is for tests and orderly shutdowns only. */
  close(): void;
}

/** Makes a transport over `node:http` and `node:https`. */
export function createNodeTransport({
  maxSockets = Number.POSITIVE_INFINITY,
  idleTimeout = 4000,
}: NodeTransportOptions = {}): NodeTransport {
  const settings = { keepAlive: true, timeout: idleTimeout, maxSockets };
  const http = new HttpAgent(settings);
  const https = new HttpsAgent(settings);
  const transport: Transport = ({ method, url, headers, body, signal }) =>
    new Promise<TransportResponse>((resolve, reject) => {
      if (signal.aborted) {
        reject(new TransportError('aborted', { sent: 'no' }));
        return;
      }
      const isSecure = url.startsWith('https:');
      const request = (isSecure ? httpsRequest : httpRequest)(
        url,
        {
          method,
          headers: body === undefined ? headers : { ...headers, 'content-length': Buffer.byteLength(body) },
          agent: isSecure ? https : http,
        },
        (message) => {
          const chunks: Buffer[] = [];
          message.on('data', (chunk: Buffer) => chunks.push(chunk));
          message.on('end', () => resolve(readMessage(message, Buffer.concat(chunks))));
          message.on('error', (error) => reject(classifyFailure(error)));
        },
      );
      signal.addEventListener('abort', () => request.destroy(), { once: true });
      request.on('error', (error) => reject(classifyFailure(error)));
      request.end(body);
    });
  return Object.assign(transport, {
    close: () => {
      http.destroy();
      https.destroy();
    },
  });
}

function readMessage({ statusCode = 0, headers }: IncomingMessage, body: Buffer): TransportResponse {
  const flat: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers))
    flat[name] = Array.isArray(value) ? value.join(', ') : `${value}`;
  return { status: statusCode, headers: flat, text: body.toString() };
}
