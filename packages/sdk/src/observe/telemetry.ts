import type { ContextAPI, MetricsAPI, PropagationAPI, TraceAPI } from '@opentelemetry/api';

/**
 * The part of the module `@opentelemetry/api` that a client uses. Pass the module: this package does not import it.
 *
 * Every call is a span within the span that was active when the call started. Sends follow the semantic conventions for
 * messaging. Each attempt is a child of that span, by the conventions for HTTP clients; `http.request.resend_count` counts
 * the repetitions. It is active while the transport runs, so that a span of an automatic instrumentation becomes its child.
 * The service gets one `traceparent`. The key in `url.full` is redacted.
 *
 * Two histograms, in seconds: `messaging.client.operation.duration` for calls, and
 * `messaging_service.client.attempt.duration` for attempts.
 *
 * @example
 * ```ts
 * import * as telemetry from '@opentelemetry/api';
 * import { createMessagingClient, optionsFromEnvironment } from '@messaging-service/sdk';
 *
 * const client = createMessagingClient({
 *   ...optionsFromEnvironment(),
 *   telemetry,
 * });
 * await client.batches.listPending();
 * ```
 */
export interface Telemetry {
  /** Tracers and spans. */
  readonly trace: Pick<TraceAPI, 'getTracer' | 'setSpan'>;
  /** Contexts. */
  readonly context: Pick<ContextAPI, 'active' | 'with'>;
  /** Propagation of traces. */
  readonly propagation: Pick<PropagationAPI, 'inject'>;
  /** Meters. */
  readonly metrics: Pick<MetricsAPI, 'getMeter' | 'getMeterProvider'>;
}
