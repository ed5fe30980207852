import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { AccessGuard } from '../access/access-guard.ts';
import { hostOfAuthority, parseAllowedHost, parseAllowedOrigin } from '../access/host-names.ts';
import type { HttpResponse } from '../http/message.ts';
import { isListenedOn } from './own-addresses.ts';

/** The options of a server that decide who may call. */
interface AccessOptions {
  readonly host?: string | undefined;
  readonly allowedHosts?: readonly string[] | undefined;
  readonly allowedOrigins?: readonly string[] | undefined;
}

/** Host names and origins that users allow, as they are compared. */
interface Allowed {
  readonly allowedHosts: ReadonlySet<string>;
  readonly allowedOrigins: ReadonlySet<string>;
}

/** How much of a refused body is read and discarded before the connection is closed instead. */
const DISCARDED_BYTES = 1024 * 1024;

/** Reads the options that decide who may call. Callers can use a host name that the server listens on. */
export function readAllowed({ host = '', allowedHosts = [], allowedOrigins = [] }: AccessOptions): Allowed {
  const hosts = allowedHosts.map((text, index) => parseAllowedHost(text, `allowedHosts[${index}]`));
  const origins = allowedOrigins.map((text, index) => parseAllowedOrigin(text, `allowedOrigins[${index}]`));
  const listened = /[a-z]/i.test(host) && !host.includes(':') ? hostOfAuthority(host) : undefined;
  return {
    allowedHosts: new Set(listened === undefined ? hosts : [...hosts, listened]),
    allowedOrigins: new Set(origins),
  };
}

/**
 * Creates a function that decides about each call before its body is read. It returns whether the call may continue;
 * otherwise it has written the response.
 */
export function createAdmission(
  allowed: Allowed,
  address: AddressInfo,
): (request: IncomingMessage, response: ServerResponse) => boolean {
  const guard = new AccessGuard({ ...allowed, isOwnAddress: isListenedOn(address) });
  return (request, response) => {
    const { method = 'GET', headers } = request;
    const host = takeHostOfTarget(request) ?? headers.host;
    const admission = guard.admit({ method, url: request.url ?? '/', host, headers });
    for (const name in admission.headers) response.setHeader(name, admission.headers[name] as string);
    if (admission.response === undefined) return true;
    refuseCall(admission.response, request, response);
    return false;
  };
}

/**
 * Removes the host from a target in absolute form, such as `http://localhost/batch`, so that the target is in origin
 * form. This host replaces the header. RFC 9112, 3.2.2.
 */
function takeHostOfTarget(request: IncomingMessage): string | undefined {
  const { url = '/' } = request;
  if (url.startsWith('/')) return undefined;
  const [, host, rest = ''] = /^[a-z][a-z\d+.-]*:\/\/([^/?#]*)(.*)$/i.exec(url) ?? [];
  if (host !== undefined) request.url = rest.startsWith('/') ? rest : `/${rest}`;
  return host;
}

/**
 * Writes a response. Node discards the body of the request. The connection closes if that would take long, or if Node
 * reads no further because the caller requests another protocol.
 */
export function refuseCall(
  { status, headers, body }: HttpResponse,
  request: IncomingMessage,
  response: ServerResponse,
): void {
  const { 'content-length': length, 'transfer-encoding': encoding, upgrade } = request.headers;
  const isShort = encoding === undefined && Number(length ?? 0) <= DISCARDED_BYTES;
  if (!isShort || upgrade !== undefined) response.setHeader('connection', 'close');
  // The response to a preflight is 204, which has no length. RFC 9110, 8.6.
  const size = body === '' ? undefined : { 'content-length': Buffer.byteLength(body) };
  response.writeHead(status, { ...headers, ...size });
  response.end(body);
}
