import type { ServerResponse } from 'node:http';
import type { HttpResponse } from '@messaging-service/emulator/host';
import { Rejection, rejectionResponse, WEBHOOK_MARK } from '@messaging-service/emulator/host';
import {
  hostOfAuthority,
  isLoopback,
  isOrigin,
  parseAllowedHost,
  parseAllowedOrigin,
} from '../access/host-names.ts';
import type { Call } from './call.ts';

/** The options of a server that decide who may call. */
interface AccessOptions {
  readonly host?: string | undefined;
  readonly allowedHosts?: readonly string[] | undefined;
  readonly allowedOrigins?: readonly string[] | undefined;
}

/** Host names and origins that users allow, in the spellings of `hostOfAuthority` and of browsers. */
interface Allowed {
  readonly allowedHosts: ReadonlySet<string>;
  readonly allowedOrigins: ReadonlySet<string>;
}

/** Who may call a server, in addition to programs and pages of this machine. */
export interface AccessRules extends Allowed {
  /** Whether a host is an address that the server listens on. */
  readonly isOwnAddress: (host: string) => boolean;
}

/** The decision about a call. */
interface Admission {
  /** Headers that every response to the call must have. */
  readonly headers: Readonly<Record<string, string>>;
  /** The response to a call that is not processed: a refusal, or the response to a preflight. */
  readonly response: HttpResponse | undefined;
}

const VARY = { vary: 'Origin' } as const;
const PREFLIGHT_VARY = { vary: 'Origin, Access-Control-Request-Method, Access-Control-Request-Headers' };
const METHODS = 'GET, POST, PUT, PATCH, DELETE';

/** How long a browser may remember the response to a preflight: long enough for a page, short enough for a restart. */
const PREFLIGHT_SECONDS = '600';

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
 * Decides about a call before its body is read, and sets the headers that every response to it must have. Returns the
 * response to a call that is not processed.
 */
export function admit(rules: AccessRules, call: Call, response: ServerResponse): HttpResponse | undefined {
  const admission = decide(rules, call);
  for (const [name, value] of Object.entries(admission.headers)) response.setHeader(name, value);
  return admission.response;
}

/**
 * Decides about a call. A page that a developer visits can send requests to this machine and can point its own host name
 * to it (DNS rebinding), so a call must name this machine as its host, and must not come from a page of another origin. Pages
 * cannot set the headers that contain the origin; other programs need not send them. See EMU-10.
 */
export function decide(rules: AccessRules, call: Call): Admission {
  const { headers, host } = call;
  if (headers[WEBHOOK_MARK] !== undefined) return refuse(OWN_WEBHOOK, { [WEBHOOK_MARK]: 'refused' });
  const problem = problemOfHost(rules, host) ?? problemOfPage(rules, call);
  if (problem !== undefined) return refuse(problem);
  const { allowedOrigins } = rules;
  if (headers.origin !== undefined && allowedOrigins.has(headers.origin))
    return admitOrigin(headers.origin, call);
  // A cached response must not reach a page of another origin without the headers for it.
  return { headers: allowedOrigins.size > 0 ? VARY : {}, response: undefined };
}

/** Why a call to a host is refused. */
function problemOfHost({ allowedHosts, isOwnAddress }: AccessRules, authority = ''): string | undefined {
  if (authority === '')
    return 'The request has no Host header. Send one with a name of this machine, such as "Host: localhost".';
  const host = hostOfAuthority(authority);
  if (host === undefined)
    return `The Host ${shown(authority)} is not valid: send exactly one host name, with or without a port.`;
  if (isLoopback(host) || allowedHosts.has(host) || isOwnAddress(host)) return undefined;
  return `The Host ${shown(host)} is not a name of this machine. To allow it, start the server with --allow-host ${host}, or pass listen() the option allowedHosts: [${JSON.stringify(host)}].`;
}

/** Why a call of a page is refused. Other programs send neither of these headers. */
function problemOfPage({ allowedOrigins }: AccessRules, call: Call): string | undefined {
  const { origin, 'sec-fetch-site': fetchSite = 'none' } = call.headers;
  const site = String(fetchSite);
  if (origin !== undefined) {
    if (allowedOrigins.has(origin)) return undefined;
    if (!isOwnOrigin(origin, call.host ?? '', site)) return foreignOrigin(origin);
  }
  if (site === 'same-origin' || site === 'none' || opensInspector(call)) return undefined;
  return `A page of another origin cannot call this server (Sec-Fetch-Site: ${shown(site)}, without an Origin header). Call it with fetch() from a page whose origin is allowed with --allow-origin, or with the option allowedOrigins of listen(). To see the response, type the address into the browser.`;
}

const OWN_WEBHOOK =
  'This is a webhook of an emulator. An emulator does not receive webhooks. Use the URL of your application.';

/** The origin of a page that came from this server, perhaps through a proxy that added TLS. */
function isOwnOrigin(origin: string, host: string, site: string): boolean {
  const from = URL.parse(origin)?.origin;
  if (from === undefined || from === 'null') return false;
  if (from === URL.parse(`http://${host}`)?.origin) return true;
  return site === 'same-origin' && from === URL.parse(`https://${host}`)?.origin;
}

/** A link elsewhere may open the inspector in a tab: the user sees the page, and the other page learns nothing. */
function opensInspector({ method, headers, control }: Call): boolean {
  if (method !== 'GET' || headers.origin !== undefined) return false;
  if (headers['sec-fetch-mode'] !== 'navigate' || headers['sec-fetch-dest'] !== 'document') return false;
  return control !== undefined && /^(?:\/?|\/sandboxes\/[^/]+\/)$/.test(control.target.path);
}

function admitOrigin(origin: string, { method, headers }: Call): Admission {
  const shared = { 'access-control-allow-origin': origin, 'access-control-expose-headers': '*' };
  const requested = headers['access-control-request-method'];
  if (method !== 'OPTIONS' || requested === undefined)
    return { headers: { ...shared, ...VARY }, response: undefined };
  const names = headers['access-control-request-headers'];
  const privately = headers['access-control-request-private-network'] !== undefined;
  const permissions = {
    'access-control-allow-methods': METHODS,
    'access-control-max-age': PREFLIGHT_SECONDS,
    ...(names === undefined ? {} : { 'access-control-allow-headers': names }),
    ...(privately ? { 'access-control-allow-private-network': 'true' } : {}),
  };
  return {
    headers: { ...shared, ...PREFLIGHT_VARY },
    response: { status: 204, headers: permissions, body: '' },
  };
}

function refuse(message: string, headers: Readonly<Record<string, string>> = {}): Admission {
  const response = rejectionResponse(new Rejection('forbidden', message));
  return { headers: { ...headers, ...VARY }, response };
}

function foreignOrigin(origin: string): string {
  return isOrigin(origin)
    ? `A page of ${shown(origin)} cannot call this server. To allow it, start the server with --allow-origin ${origin}, or pass listen() the option allowedOrigins: [${JSON.stringify(origin)}].`
    : `A page with the origin ${shown(origin)} cannot call this server, and this origin cannot be allowed, because files and sandboxed frames share it. Serve the page over HTTP and allow its origin with --allow-origin, or with the option allowedOrigins of listen().`;
}

/** Texts of callers, cut to a readable length. */
function shown(text: string): string {
  return JSON.stringify(text.length > 200 ? `${text.slice(0, 200)}…` : text);
}
