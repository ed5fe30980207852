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
 * Creates a function that decides about each call before its body is read. It returns the response to a call that is not
 * processed: a refusal, or the response to a preflight.
 */
export function createAdmission(
  allowed: Allowed,
  address: AddressInfo,
): (request: IncomingMessage, response: ServerResponse) => HttpResponse | undefined {
  const guard = new AccessGuard({ ...allowed, isOwnAddress: isListenedOn(address) });
  return (request, response) => {
    const { method = 'GET', headers } = request;
    const host = takeHostOfTarget(request) ?? headers.host;
    const admission = guard.admit({ method, url: request.url ?? '/', host, headers });
    for (const name in admission.headers) response.setHeader(name, admission.headers[name] as string);
    return admission.response;
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
