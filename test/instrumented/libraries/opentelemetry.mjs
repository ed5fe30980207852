/** OpenTelemetry with the instrumentations of the recipe whose names are in INSTRUMENTATIONS. */
import { register } from 'node:module';
import * as api from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { W3CTraceContextPropagator } from '@opentelemetry/core';
import { registerInstrumentations } from '@opentelemetry/instrumentation';
import {
  AggregationTemporality,
  InMemoryMetricExporter,
  MeterProvider,
  PeriodicExportingMetricReader,
} from '@opentelemetry/sdk-metrics';
import { InMemorySpanExporter, SimpleSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace';
import { instrumentations } from '../recipes/opentelemetry.mjs';

// oxlint-disable-next-line typescript/no-deprecated -- the guides of OpenTelemetry say so.
register('@opentelemetry/instrumentation/hook.mjs', import.meta.url);

const exporter = new InMemorySpanExporter();
const metricExporter = new InMemoryMetricExporter(AggregationTemporality.CUMULATIVE);
const meterProvider = new MeterProvider({
  readers: [new PeriodicExportingMetricReader({ exporter: metricExporter })],
});
api.trace.setGlobalTracerProvider(
  new TracerProvider({ spanProcessors: [new SimpleSpanProcessor({ exporter })] }),
);
api.metrics.setGlobalMeterProvider(meterProvider);
api.context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
api.propagation.setGlobalPropagator(new W3CTraceContextPropagator());

const names = (process.env.INSTRUMENTATIONS ?? '').split(' ').filter((name) => name !== '');
const isChosen = ({ instrumentationName }) => names.some((name) => instrumentationName.endsWith(name));
// An instrumentation is active as soon as it exists.
for (const one of instrumentations.filter((each) => !isChosen(each))) one.disable();
registerInstrumentations({ instrumentations: instrumentations.filter(isChosen) });

export const telemetry = api;

/** Does work within a span of the application. */
export const within = (work) =>
  api.trace.getTracer('application').startActiveSpan('job', async (span) => {
    await work();
    span.end();
  });

/** Returns what the exporters got. */
export async function finish() {
  await meterProvider.forceFlush();
  const metrics = metricExporter
    .getMetrics()
    .flatMap(({ scopeMetrics }) => scopeMetrics.flatMap((scope) => scope.metrics));
  const spans = exporter.getFinishedSpans().map((span) => ({
    id: span.spanContext().spanId,
    parent: span.parentSpanContext?.spanId,
    name: span.name,
    library: span.instrumentationScope.name,
    attributes: span.attributes,
    events: span.events,
    status: span.status,
  }));
  return { spans, metrics };
}
