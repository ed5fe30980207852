import type { Hooks, RequestEvent } from './hooks.ts';

type Attributes = Readonly<Record<string, string | number>>;

/** The part of an OpenTelemetry span that a client uses. */
export interface TelemetrySpan {
  /** Sets an attribute. */
  setAttribute(name: string, value: string | number): unknown;
  /** Sets the status; 2 is an error. */
  setStatus(status: { code: number; message?: string }): unknown;
  /** Ends the span. */
  end(): void;
}

/** The part of an OpenTelemetry tracer that a client uses. */
export interface TelemetryTracer {
  /** Starts a span within the active one; `kind` 2 is a client. */
  startSpan(
    name: string,
    options?: { kind?: number; attributes?: Record<string, string | number> },
  ): TelemetrySpan;
}

/**
 * The part of the module `@opentelemetry/api` that a client uses. Pass the module: this package does not import it.
 *
 * Every attempt becomes a span by the semantic conventions for HTTP clients, within the span that was active when the call
 * started. `http.request.resend_count` counts the repetitions. The key in `url.full` is redacted.
 *
 * @example
 * ```ts
 * import * as telemetry from '@opentelemetry/api';
 * import { createMessagingClient } from '@messaging-service/sdk';
 *
 * const client = createMessagingClient({
 *   baseUrl: 'https://api.example.com',
 *   accountKey: '0123456789abcdef0123456789abcdef',
 *   telemetry,
 * });
 * await client.batches.listPending();
 * ```
 */
export interface Telemetry {
  /** Tracers and spans. */
  readonly trace: {
    /** Returns the tracer with a name. */
    getTracer(name: string): TelemetryTracer;
    /** Creates a context in which the span is active. */
    setSpan(context: never, span: never): unknown;
  };
  /** Contexts. */
  readonly context: {
    /** Returns the active context. */
    active(): unknown;
  };
  /** Propagation of traces. */
  readonly propagation: {
    /** Writes the trace of a context into header fields. */
    inject(
      context: never,
      carrier: Headers,
      setter: { set(headers: Headers, name: string, value: string): void },
    ): void;
  };
}

const TRACER = '@messaging-service/sdk';
const CLIENT = 2;
const ERROR = 2;

/** Creates hooks that trace. */
export function createTracing({ trace, context, propagation }: Telemetry): Hooks {
  const spans = new WeakMap<RequestEvent, TelemetrySpan>();
  const finish = (request: RequestEvent | undefined, errorType?: string) => {
    const span = request && spans.get(request);
    if (request === undefined || span === undefined) return;
    spans.delete(request);
    if (errorType !== undefined) {
      span.setAttribute('error.type', errorType);
      span.setStatus({ code: ERROR });
    }
    span.end();
  };
  return {
    beforeRequest: (request) => {
      const name = `${request.method} ${request.path}`;
      const span = trace.getTracer(TRACER).startSpan(name, { kind: CLIENT, attributes: describe(request) });
      spans.set(request, span);
      const active = trace.setSpan(context.active() as never, span as never);
      propagation.inject(active as never, request.headers, {
        set: (headers, field, value) => headers.set(field, value),
      });
    },
    afterResponse: ({ request, status }) => {
      spans.get(request)?.setAttribute('http.response.status_code', status);
      finish(request, status >= 400 ? String(status) : undefined);
    },
    beforeRetry: ({ request, error }) => finish(request, error.name),
    onError: ({ request, error }) => finish(request, error.name),
  };
}

function describe({ method, path, url, attempt }: RequestEvent): Record<string, string | number> {
  const { hostname, port, protocol } = new URL(url);
  const attributes: Attributes = {
    'http.request.method': method,
    'url.full': url,
    'url.template': path,
    'server.address': hostname.replace(/^\[(.*)\]$/, '$1'),
    'server.port': Number(port) || (protocol === 'https:' ? 443 : 80),
  };
  return attempt === 1 ? attributes : { ...attributes, 'http.request.resend_count': attempt - 1 };
}
