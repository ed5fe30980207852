import { define } from './dates.ts';
import type { FollowedClock } from './followed-clock.ts';
import { machineNow } from './real-time.ts';

type MarkOptions = NonNullable<Parameters<typeof performance.mark>[1]>;
type MeasureOptions = Exclude<Parameters<typeof performance.measure>[1], string | undefined>;

/** Lets everything else that shows the current time agree with `Date`: `performance`, `process.uptime`, `Temporal`. */
export function installClocks(clock: FollowedClock): void {
  installPerformance(clock);
  const ahead = process.uptime() - machineNow() / 1_000;
  define(process, 'uptime', () => clock.monotonicNow() / 1_000 + ahead);
  installTemporal(() => clock.now());
}

function installPerformance(clock: FollowedClock): void {
  const now = () => clock.monotonicNow();
  const mark = performance.mark.bind(performance);
  const measure = performance.measure.bind(performance);
  define(performance, 'now', now);
  // The sum of both is the current time, which traces use.
  Object.defineProperty(performance, 'timeOrigin', {
    configurable: true,
    get: () => clock.now() - clock.monotonicNow(),
  });
  define(performance, 'mark', (name: string, options: MarkOptions = {}) =>
    mark(name, { ...options, startTime: options.startTime ?? now() }),
  );
  define(performance, 'measure', (name: string, from?: string | MeasureOptions, to?: string) => {
    const options = typeof from === 'object' ? from : { start: from, end: to };
    const { start, duration } = options;
    const hasEnd = options.end !== undefined || (start !== undefined && duration !== undefined);
    return measure(name, hasEnd ? options : { ...options, end: now() });
  });
}

/** The part of `Temporal` that shows the current time. Not every version of Node has it. */
interface TemporalParts {
  readonly Instant: { fromEpochMilliseconds(ms: number): { toZonedDateTimeISO(zone: unknown): Zoned } };
  readonly Now: object;
}

interface Zoned {
  toPlainDateTime(): unknown;
  toPlainDate(): unknown;
  toPlainTime(): unknown;
}

function installTemporal(now: () => number): void {
  const { Temporal } = globalThis as { readonly Temporal?: TemporalParts };
  if (Temporal === undefined) return;
  const { Instant, Now } = Temporal;
  const instant = () => Instant.fromEpochMilliseconds(now());
  const zoned = (zone: unknown = new Intl.DateTimeFormat().resolvedOptions().timeZone) =>
    instant().toZonedDateTimeISO(zone);
  define(Now, 'instant', instant);
  define(Now, 'zonedDateTimeISO', zoned);
  define(Now, 'plainDateTimeISO', (zone?: unknown) => zoned(zone).toPlainDateTime());
  define(Now, 'plainDateISO', (zone?: unknown) => zoned(zone).toPlainDate());
  define(Now, 'plainTimeISO', (zone?: unknown) => zoned(zone).toPlainTime());
}
