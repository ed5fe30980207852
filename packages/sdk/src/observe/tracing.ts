import type { Attributes, Context, Histogram, MeterProvider, Span } from '@opentelemetry/api';
import { ApiError } from '../errors/api-errors.ts';
import type { MessagingError } from '../errors/messaging-error.ts';
import type { Redact } from '../errors/redact.ts';
import { VERSION } from '../version.ts';
import type { Report } from './logging.ts';
import { describeAttempt, describeCall, describeServer, type TracedRequest } from './span-attributes.ts';
import type { Telemetry } from './telemetry.ts';

/** The trace of one call. */
interface CallTrace {
  /** Starts the span of an attempt. */
  readonly startAttempt: (attempt: number) => AttemptTrace | undefined;
  /** Ends the span of the call. */
  readonly end: (error?: MessagingError) => void;
}

/** The trace of one attempt. */
export interface AttemptTrace {
  /** Runs work while the span is active. The work gets the header fields that pass the trace on. */
  readonly run: <Result>(work: (headers: Readonly<Record<string, string>>) => Result) => Result;
  /** Ends the span with the status of the response, or with the error. */
  readonly end: (result: number | MessagingError) => void;
}

/** Starts the trace of a call; undefined if that is impossible. */
export type StartTrace = (request: TracedRequest) => CallTrace | undefined;

const NAME = '@messaging-service/sdk';
// A member of an enumeration of OpenTelemetry, which is not imported.
const ERROR = 2;

/** A span with its context and its start. */
interface Running {
  readonly span: Span;
  readonly context: Context;
  readonly startedAt: number;
}

/**
 * Creates the function that traces calls.
 *
 * @param telemetry - The module `@opentelemetry/api`.
 * @param prefix - The client's base URL.
 * @param report - Logs failures of the module, which do not change a call.
 */
export function createTracing(
  telemetry: Telemetry,
  prefix: string,
  redact: Redact,
  report: Report,
): StartTrace {
  const { trace, context, propagation } = telemetry;
  const server = describeServer(prefix);
  const measure = createMeasuring(telemetry);

  /** Telemetry must not change the outcome of a call. */
  const safely = <Result>(work: () => Result): Result | undefined => {
    try {
      return work();
    } catch (error) {
      report('telemetry', error);
      return undefined;
    }
  };

  const start = (name: string, kind: number, attributes: Attributes, parent: Context): Running => {
    const span = trace.getTracer(NAME, VERSION).startSpan(name, { kind, attributes }, parent);
    return { span, context: trace.setSpan(parent, span), startedAt: performance.now() };
  };

  const finish = (
    { span, startedAt }: Running,
    instrument: Instrument,
    attributes: Attributes,
    status: number | undefined,
    error: MessagingError | undefined,
  ) => {
    const failure = describeFailure(status, error);
    const outcome: Attributes = {
      ...(status !== undefined && { 'http.response.status_code': status }),
      ...(failure !== undefined && { 'error.type': failure }),
    };
    span.setAttributes(outcome);
    if (failure !== undefined) span.setStatus({ code: ERROR, message: error?.message ?? '' });
    span.end();
    measure(instrument, (performance.now() - startedAt) / 1000, { ...attributes, ...outcome });
  };

  const startAttempt = (request: TracedRequest, call: Running, attempt: number): AttemptTrace => {
    const { name, kind, span: attributes, metric } = describeAttempt(request, server, redact, attempt);
    const running = start(name, kind, attributes, call.context);
    return {
      run: (work) => {
        let isRunning = false as boolean;
        const once = () => {
          const headers: Record<string, string> = {};
          safely(() => propagation.inject(running.context, headers));
          isRunning = true;
          return work(headers);
        };
        try {
          return context.with(running.context, once);
        } catch (error) {
          if (isRunning) throw error;
          report('telemetry', error);
          return work({});
        }
      },
      end: (result) => {
        const [status, error] = typeof result === 'number' ? [result] : [statusOf(result), result];
        safely(() => finish(running, 'attempt', metric, status, error));
      },
    };
  };

  return (request) =>
    safely(() => {
      const { name, kind, span: attributes, metric } = describeCall(request, server);
      const call = start(name, kind, attributes, context.active());
      return {
        startAttempt: (attempt) => safely(() => startAttempt(request, call, attempt)),
        end: (error) => safely(() => finish(call, 'call', metric, undefined, error)),
      };
    });
}

function statusOf(error: MessagingError): number | undefined {
  return error instanceof ApiError ? error.status : undefined;
}

/** The value of `error.type`. */
function describeFailure(status: number | undefined, error: MessagingError | undefined): string | undefined {
  if (status !== undefined && status >= 400) return String(status);
  return error?.name;
}

type Instrument = 'call' | 'attempt';
type Instruments = Readonly<Record<Instrument, Histogram>>;

/** The boundaries that the semantic conventions recommend, in seconds. */
const BOUNDARIES = [0.005, 0.01, 0.025, 0.05, 0.075, 0.1, 0.25, 0.5, 0.75, 1, 2.5, 5, 7.5, 10];

/** Creates the function that records a duration. */
function createMeasuring({ metrics }: Telemetry) {
  let provider: MeterProvider | undefined;
  let instruments: Instruments | undefined;
  return (instrument: Instrument, seconds: number, attributes: Attributes): void => {
    // A program may register its provider after it created the client.
    const current = metrics.getMeterProvider();
    if (current !== provider || instruments === undefined) {
      provider = current;
      const meter = metrics.getMeter(NAME, VERSION);
      const create = (metric: string, description: string) =>
        meter.createHistogram(metric, {
          unit: 's',
          description,
          advice: { explicitBucketBoundaries: BOUNDARIES },
        });
      instruments = {
        call: create('messaging.client.operation.duration', 'Duration of a call with all its attempts.'),
        attempt: create('messaging_service.client.attempt.duration', 'Duration of one attempt of a call.'),
      };
    }
    instruments[instrument].record(seconds, attributes);
  };
}
