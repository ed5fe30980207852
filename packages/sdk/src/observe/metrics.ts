import type { Attributes, Histogram, MeterProvider } from '@opentelemetry/api';
import type { Telemetry } from './telemetry.ts';

type Instrument = 'call' | 'attempt';
type Instruments = Readonly<Record<Instrument, Histogram>>;

/** The boundaries that the semantic conventions recommend, in seconds. */
const BOUNDARIES = [0.005, 0.01, 0.025, 0.05, 0.075, 0.1, 0.25, 0.5, 0.75, 1, 2.5, 5, 7.5, 10];

/**
 * Creates the function that records a duration.
 *
 * @param metrics - The member of `@opentelemetry/api`.
 */
export function createMeasuring(metrics: Telemetry['metrics'], name: string, version: string) {
  let provider: MeterProvider | undefined;
  let instruments: Instruments | undefined;
  return (instrument: Instrument, seconds: number, attributes: Attributes): void => {
    // A program may register its provider after it created the client.
    const current = metrics.getMeterProvider();
    if (current !== provider || instruments === undefined) {
      provider = current;
      const meter = metrics.getMeter(name, version);
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
