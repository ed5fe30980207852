/**
 * Creates a transport for Node over `node:http` that keeps its connections alive.
 *
 * @packageDocumentation
 */
import type { Agent as HttpAgent } from 'node:http';
import type { Agent as HttpsAgent } from 'node:https';
import type { SecureContextOptions } from 'node:tls';
import type { Checks, Issue } from '@messaging-service/contract';
import { ConfigurationError } from '../errors/call-errors.ts';
import { checkCount, checkDelay, checkMethods, readOptions } from '../option-checks.ts';
import { Connections } from './node-connections.ts';
import { exchange, type Route } from './node-exchange.ts';
import { explainProxy, readProxies } from './node-proxies.ts';
import { type Transport, TransportError } from './transport.ts';

/**
 * Options of {@link createNodeTransport}.
 *
 * @example
 * ```ts
 * import { createMessagingClient, optionsFromEnvironment } from '@messaging-service/sdk';
 * import { createNodeTransport } from '@messaging-service/sdk/node';
 * import { readFileSync } from 'node:fs';
 * import { Agent } from 'node:https';
 *
 * const pool = createNodeTransport({ maxSockets: 50, idleTimeout: 4000 });
 * const client = createMessagingClient({
 *   ...optionsFromEnvironment(),
 *   transport: pool,
 * });
 * await client.batches.listPending();
 * pool.close();
 *
 * // A proxy with a certificate of its own, which asks for a certificate of the client.
 * const throughProxy = (folder: string) =>
 *   createNodeTransport({
 *     ca: readFileSync(`${folder}/ca.pem`),
 *     cert: readFileSync(`${folder}/client.pem`),
 *     key: readFileSync(`${folder}/client-key.pem`),
 *   });
 * const withAgent = createNodeTransport({ agent: new Agent({ keepAlive: true }) });
 * console.log(typeof throughProxy, typeof withAgent);
 * ```
 */
export interface NodeTransportOptions {
  /**
   * An agent of your own, for `http:` or `https:`, such as one of a proxy package. It decides everything about connections:
   * you cannot combine it with the other options, and proxies from the environment are ignored.
   */
  agent?: HttpAgent | HttpsAgent | undefined;
  /**
   * Certificates to trust, as PEM, in place of the well-known authorities. Default: those, and `NODE_EXTRA_CA_CERTS`.
   */
  ca?: SecureContextOptions['ca'];
  /** The client's own certificate with its chain, as PEM. It needs `key`. */
  cert?: SecureContextOptions['cert'];
  /** The private key of `cert`, as PEM. */
  key?: SecureContextOptions['key'];
  /** Maximum number of connections to the service; further requests wait for one. Default: no limit. */
  maxSockets?: number | undefined;
  /**
   * How long an idle connection is kept, in milliseconds; 0 keeps none. If the service announces a shorter time in its
   * header field `keep-alive`, that time minus one second applies. Default: 4,000.
   */
  idleTimeout?: number | undefined;
}

/** A transport with connections of its own. */
export interface NodeTransport extends Transport {
  /**
   * Closes all connections, except those of an agent of your own. Running requests fail; later ones open new connections.
   * You need it only in tests and for an orderly shutdown, because idle connections do not keep a process alive.
   *
   * @example
   * ```ts
   * import { createMessagingClient, optionsFromEnvironment } from '@messaging-service/sdk';
   * import { createNodeTransport } from '@messaging-service/sdk/node';
   *
   * const transport = createNodeTransport();
   * const { batches } = createMessagingClient({
   *   ...optionsFromEnvironment(),
   *   transport,
   * });
   * await batches.listPending();
   * transport.close();
   * ```
   */
  close(): void;
}

/**
 * Creates a transport over `node:http` and `node:https`. A call costs less CPU than over the global `fetch`; see the
 * benchmark. It uses the proxies of `HTTP_PROXY`, `HTTPS_PROXY` and `NO_PROXY`, which it reads once, when it is created.
 * `NO_PROXY` has the forms of curl, such as `example.com, 10.0.0.0/8`: a name also excludes the names below it.
 *
 * @param options - All options have defaults.
 * @throws {ConfigurationError} An option, or the URL of a proxy in the environment, is invalid.
 *
 * @example
 * ```ts
 * import { createMessagingClient, optionsFromEnvironment } from '@messaging-service/sdk';
 * import { createNodeTransport } from '@messaging-service/sdk/node';
 *
 * const client = createMessagingClient({
 *   ...optionsFromEnvironment(),
 *   transport: createNodeTransport({ maxSockets: 50 }),
 * });
 * await client.batches.listPending();
 * ```
 */
export function createNodeTransport(options: NodeTransportOptions = {}): NodeTransport {
  const read = readOptions(options, CHECKS);
  const issues = read.ok ? findConflicts(read.value) : read.issues;
  if (!read.ok || issues.length > 0) throw new ConfigurationError(issues);
  const { agent, ca, cert, key, maxSockets = Number.POSITIVE_INFINITY, idleTimeout = 4000 } = read.value;
  const proxies = agent === undefined ? readProxies() : undefined;
  const settings = { maxSockets, idleTimeout, tls: { ca, cert, key } };
  const direct = agent === undefined ? connect({ ...settings, proxies: undefined }) : undefined;
  const proxied = proxies === undefined ? undefined : connect({ ...settings, proxies });
  const routeTo = (address: string): Route => {
    const url = URL.parse(address);
    if (url === null) throw new TransportError('the URL is not valid', { sent: 'no', permanent: true });
    const isSecure = url.protocol === 'https:';
    const isDirect = proxies === undefined || proxies.isExcepted(url);
    const proxy = isDirect ? undefined : isSecure ? proxies.https : proxies.http;
    const connections = isDirect ? direct : proxied;
    return {
      url,
      agent: agent ?? (isSecure ? connections?.https : connections?.http),
      connections,
      explain: (error) => (proxy === undefined ? error : explainProxy(error, proxy, url)),
    };
  };
  const transport: Transport = (request) => exchange(request, routeTo);
  const close = () => {
    direct?.close();
    proxied?.close();
  };
  return Object.assign(transport, { close });
}

function connect(settings: ConstructorParameters<typeof Connections>[0]): Connections {
  try {
    return new Connections(settings);
  } catch (error) {
    const { message } = error as Error;
    throw new ConfigurationError([{ path: 'ca, cert, key', message: `cannot be used for TLS: ${message}` }]);
  }
}

const CHECKS: Checks<NodeTransportOptions> = {
  agent: checkMethods('an Agent of node:http or node:https', 'addRequest'),
  // What is wrong with them, `createSecureContext` finds.
  ca: () => undefined,
  cert: () => undefined,
  key: () => undefined,
  maxSockets: (value) => (value === Number.POSITIVE_INFINITY ? undefined : checkCount(value)),
  idleTimeout: checkDelay,
};

function findConflicts({ agent, ...others }: NodeTransportOptions): Issue[] {
  const message = 'has no effect together with agent: set it on the agent';
  const issues = agent === undefined ? [] : Object.keys(others).map((path) => ({ path, message }));
  const { cert, key } = others;
  if ((cert === undefined) !== (key === undefined)) {
    const [path, other] = cert === undefined ? ['cert', 'key'] : ['key', 'cert'];
    issues.push({ path, message: `is required together with ${other}` });
  }
  return issues;
}
