import { ConfigurationError } from '../errors/call-errors.ts';
import { copyForeignError } from '../errors/foreign-error.ts';
import { createRedact, credentialsOf } from '../errors/redact.ts';
import { readVariable } from '../read-variable.ts';
import { restate } from './failure.ts';
import { readExceptions } from './node-proxy-exceptions.ts';
import { TransportError } from './transport.ts';

/** The proxies that the environment names. */
export interface Proxies {
  readonly http: URL | undefined;
  readonly https: URL | undefined;
  /** For the option `proxyEnv` of an agent. */
  readonly env: Readonly<Record<string, string>>;
  /** Whether `NO_PROXY` excludes a URL. Node's agents accept only some of the forms that curl does. */
  readonly isExcepted: (url: URL) => boolean;
}

/**
 * Reads `HTTP_PROXY`, `HTTPS_PROXY` and `NO_PROXY`. In lower case they take precedence, as with curl and Node.
 *
 * @throws {ConfigurationError} One of them is not the URL of an HTTP proxy, or this runtime cannot use it.
 */
export function readProxies(): Proxies | undefined {
  const http = readProxy('HTTP_PROXY');
  const https = readProxy('HTTPS_PROXY');
  const exceptions = readEitherCase('NO_PROXY') ?? '';
  if ((http === undefined && https === undefined) || exceptions.trim() === '*') return undefined;
  if (!isSupported())
    throw new ConfigurationError([
      {
        path: https === undefined ? 'HTTP_PROXY' : 'HTTPS_PROXY',
        message: `is set, and node:http of this runtime cannot use it: ${alternative()}, or pass an agent`,
      },
    ]);
  const env = {
    ...(http !== undefined && { http_proxy: http.href }),
    ...(https !== undefined && { https_proxy: https.href }),
  };
  return { http, https, env, isExcepted: readExceptions(exceptions) };
}

/**
 * Names the proxy in an error if the proxy failed and not the service at the URL, which `NO_PROXY` may exclude. Errors of Node
 * contain the URL of the proxy with its password, so the cause is a copy without it.
 */
export function explainProxy(error: TransportError, proxy: URL, url: URL): TransportError {
  const { cause, sent, permanent } = error;
  const redact = createRedact(credentialsOf(proxy.href));
  const message = redact(error.message);
  if (sent !== 'no' || !isOfProxy(cause, proxy, portOf(url)))
    return new TransportError(message, { sent, permanent, cause: cause && copyForeignError(cause, redact) });
  const text = `the proxy ${proxy.host} cannot be used: ${message}`;
  return new TransportError(text, { sent, permanent, cause: restate(text, cause) });
}

function isOfProxy(error: unknown, proxy: URL, servicePort: number): boolean {
  const { code, hostname, port, errors } = error as Readonly<Record<string, unknown>>;
  if (Array.isArray(errors)) return errors.some((one) => isOfProxy(one, proxy, servicePort));
  const isAtProxy = port === portOf(proxy) && port !== servicePort;
  return code === 'ERR_PROXY_TUNNEL' || hostname === proxy.hostname || isAtProxy;
}

function portOf({ protocol, port }: URL): number {
  return Number(port) || (protocol === 'https:' ? 443 : 80);
}

/** An empty variable counts as not set. */
function readEitherCase(name: string): string | undefined {
  return readVariable(name.toLowerCase()) || readVariable(name) || undefined;
}

/** Reads a proxy. No message repeats the values, because they may contain a password. */
function readProxy(name: string): URL | undefined {
  const value = readEitherCase(name);
  if (value === undefined) return undefined;
  try {
    const url = new URL(/^[a-z][\w+.-]*:\/\//i.test(value) ? value : `http://${value}`);
    // The agent decodes both when it is created.
    decodeURIComponent(`${url.username}${url.password}`);
    // An `@` after the host belongs to a password with a character that must be escaped.
    const isWhole = !`${url.pathname}${url.search}${url.hash}`.includes('@');
    if (isWhole && /^https?:$/.test(url.protocol)) return url;
  } catch {
    // Reported below.
  }
  throw new ConfigurationError([
    {
      path: name,
      message:
        'must be the URL of a proxy, such as http://proxy.example.com:3128; escape /, ?, # and @ in its password',
    },
  ]);
}

/** Returns whether the agents of this runtime support proxies, as all do that have the command-line option. */
function isSupported(): boolean {
  const { allowedNodeEnvironmentFlags: flags } = process as {
    allowedNodeEnvironmentFlags?: ReadonlySet<string>;
  };
  return flags?.has('--use-env-proxy') === true;
}

/** Bun and Deno use the proxies of the environment in `fetch` only. */
function alternative(): string {
  return 'Bun' in globalThis || 'Deno' in globalThis
    ? 'leave out the option transport, because the default transport uses fetch, and fetch uses the proxy'
    : 'update to Node 22.21, Node 24.5 or later';
}
