import type { Attributes } from '@opentelemetry/api';
import type { Redact } from '../errors/redact.ts';

/** The part of a request that its trace describes. */
export interface TracedRequest {
  /** The method and the path, without values. */
  readonly name: string;
  readonly operation: {
    readonly method: string;
    readonly path: string;
    /** Undefined for an operation that the caller describes. */
    readonly body?: unknown;
  };
  /** The whole URL with the key. */
  readonly url: string;
  readonly ids: readonly string[];
}

/** The name and the attributes of a span, and the attributes of its metric, which have few values. */
interface SpanDescription {
  readonly name: string;
  readonly kind: number;
  readonly span: Attributes;
  readonly metric: Attributes;
}

// Members of an enumeration of OpenTelemetry, which is not imported.
const INTERNAL = 0;
const CLIENT = 2;

/** The operations that send, each with the name of what it sends. */
const SENDS: Readonly<Record<string, string>> = { 'POST /message': 'messages', 'POST /batch': 'batch' };

/** Attributes of the service, which all spans and metrics of a client have. */
export function describeServer(prefix: string): Attributes {
  const { hostname, port, protocol } = new URL(prefix);
  return {
    'server.address': hostname.replace(/^\[(.*)\]$/, '$1'),
    'server.port': Number(port) || (protocol === 'https:' ? 443 : 80),
  };
}

/** Describes a call by the semantic conventions for messaging. */
export function describeCall(request: TracedRequest, server: Attributes): SpanDescription {
  const operation = request.operation.body === undefined ? request.operation.method : request.name;
  const metric: Attributes = {
    'messaging.system': 'messaging_service',
    'messaging.operation.name': operation,
    ...server,
  };
  const sent = SENDS[request.name];
  if (sent === undefined) return { name: operation, kind: INTERNAL, span: metric, metric };
  const { ids } = request;
  const span: Attributes = {
    ...metric,
    'messaging.operation.type': 'send',
    ...(sent === 'messages' && ids.length === 1 && { 'messaging.message.id': ids[0] ?? '' }),
    ...(sent === 'messages' && ids.length > 1 && { 'messaging.batch.message_count': ids.length }),
  };
  return { name: `send ${sent}`, kind: CLIENT, span, metric };
}

/** Describes an attempt by the semantic conventions for HTTP clients. */
export function describeAttempt(
  { name, operation: { method, path, body }, url }: TracedRequest,
  server: Attributes,
  redact: Redact,
  attempt: number,
): SpanDescription {
  // The path of an operation that a caller describes contains values, so that it has no template.
  const template: Attributes = body === undefined ? {} : { 'url.template': path };
  const metric = { 'http.request.method': method, ...template, ...server };
  const span = {
    ...metric,
    'url.full': redact(url),
    ...(attempt > 1 && { 'http.request.resend_count': attempt - 1 }),
  };
  return { name: body === undefined ? method : name, kind: CLIENT, span, metric };
}
