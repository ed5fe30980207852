import { AsyncLocalStorage } from 'node:async_hooks';
import { randomBytes } from 'node:crypto';
import { throwing } from '@messaging-service/test-support';
import * as api from '@opentelemetry/api';

/** A span that has ended. */
interface EndedSpan {
  readonly name: string;
  readonly kind: number | undefined;
  readonly id: string;
  readonly traceId: string;
  readonly parent: string | undefined;
  readonly attributes: Record<string, unknown>;
  readonly status: api.SpanStatus;
  /** Name and version of its tracer. */
  readonly tracer: string;
}

/** A value that was recorded. */
interface Measurement {
  readonly metric: string;
  readonly value: number;
  readonly attributes: api.Attributes;
}

/**
 * `@opentelemetry/api` itself, with the smallest implementation that can be registered: spans are kept, contexts follow
 * promises, and traces are passed on as W3C `traceparent`.
 */
export function createTelemetry() {
  const spans: EndedSpan[] = [];
  const measurements: Measurement[] = [];
  const storage = new AsyncLocalStorage<api.Context>();
  api.trace.disable();
  api.context.disable();
  api.propagation.disable();
  api.metrics.disable();
  api.metrics.setGlobalMeterProvider({
    getMeter: () => {
      const createHistogram = (metric: string) => ({
        record: (value: number, attributes: api.Attributes = {}) =>
          measurements.push({ metric, value, attributes }),
      });
      return { createHistogram } as Partial<api.Meter> as api.Meter;
    },
  });
  api.trace.setGlobalTracerProvider({
    getTracer: (tracer, version) => ({
      startSpan: (name, options, context) => startSpan(spans, `${tracer}@${version}`, name, options, context),
      startActiveSpan: throwing(new Error('not needed here')),
    }),
  });
  api.context.setGlobalContextManager({
    active: () => storage.getStore() ?? api.ROOT_CONTEXT,
    with: (context, work, self, ...args) => storage.run(context, () => work.apply(self, args)),
    bind: (_context, target) => target,
    enable() {
      return this;
    },
    disable() {
      return this;
    },
  });
  api.propagation.setGlobalPropagator({
    fields: () => ['traceparent'],
    extract: (context) => context,
    inject(context, carrier, setter) {
      const span = api.trace.getSpanContext(context);
      if (span !== undefined) setter.set(carrier, 'traceparent', `00-${span.traceId}-${span.spanId}-01`);
    },
  });
  /** Does work within a span of its own, which ends with it. */
  async function within<T>(name: string, work: () => Promise<T>): Promise<T> {
    const span = api.trace.getTracer('test').startSpan(name);
    try {
      return await api.context.with(api.trace.setSpan(api.context.active(), span), work);
    } finally {
      span.end();
    }
  }
  return { telemetry: api, spans, measurements, within };
}

function startSpan(
  spans: EndedSpan[],
  tracer: string,
  name: string,
  options: api.SpanOptions = {},
  context = api.context.active(),
): api.Span {
  const parent = api.trace.getSpanContext(context);
  const spanContext: api.SpanContext = {
    traceId: parent?.traceId ?? randomBytes(16).toString('hex'),
    spanId: randomBytes(8).toString('hex'),
    traceFlags: api.TraceFlags.SAMPLED,
  };
  const attributes: Record<string, unknown> = { ...options.attributes };
  let status: api.SpanStatus = { code: api.SpanStatusCode.UNSET };
  let isEnded = false;
  // Only the members that this package uses have an effect.
  const span: Partial<api.Span> = {
    spanContext: () => spanContext,
    setAttributes(more) {
      Object.assign(attributes, more);
      return span as api.Span;
    },
    setStatus(next) {
      status = next;
      return span as api.Span;
    },
    end() {
      if (isEnded) throw new Error(`${name} ended twice`);
      isEnded = true;
      const { kind } = options;
      const { spanId: id, traceId } = spanContext;
      spans.push({ name, kind, id, traceId, parent: parent?.spanId, attributes, status, tracer });
    },
  };
  return span as api.Span;
}
