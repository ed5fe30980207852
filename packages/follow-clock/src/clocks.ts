import { define, replace } from './built-ins.ts';
import type { FollowedClock } from './followed-clock.ts';
import { machineNow } from './real-time.ts';

type MeasureOptions = Exclude<Parameters<typeof performance.measure>[1], string | undefined>;

/** Lets everything else that shows the current time agree with `Date`: `performance`, `process.uptime`, `Temporal`. */
export function installClocks(clock: FollowedClock): void {
  installPerformance(clock);
  const ahead = process.uptime() - machineNow() / 1_000;
  replace(process, 'uptime', () => clock.monotonicNow() / 1_000 + ahead);
  installTemporal(() => clock.now());
}

function installPerformance(clock: FollowedClock): void {
  const now = () => clock.monotonicNow();
  const mark = performance.mark.bind(performance);
  const measure = performance.measure.bind(performance);
  replace(performance, 'now', now);
  // The sum of both is the current time, which traces use.
  Object.defineProperty(performance, 'timeOrigin', {
    configurable: true,
    get: () => clock.now() - clock.monotonicNow(),
  });
  const followedMark = (...args: Partial<Parameters<typeof mark>>) => {
    const [name, options] = args;
    // Node describes what is wrong.
    if (args.length === 0 || !isOptional(options))
      return Reflect.apply(mark, undefined, args) as ReturnType<typeof mark>;
    return mark(name as string, { ...options, startTime: options?.startTime ?? now() });
  };
  replace(performance, 'mark', followedMark);
  const followedMeasure = (
    ...args: [name?: string, from?: string | MeasureOptions | null, to?: string | undefined]
  ) => {
    const [name, from, to] = args;
    const hasOptions = typeof from === 'object' && from !== null && Object.keys(from).length > 0;
    if (args.length === 0 || to !== undefined || (hasOptions && !beginsAtMark(from)))
      return Reflect.apply(measure, undefined, args) as ReturnType<typeof measure>;
    return measure(name as string, {
      ...(hasOptions ? from : typeof from === 'string' && { start: from }),
      end: now(),
    });
  };
  replace(performance, 'measure', followedMeasure);
}

function isOptional(options: unknown): boolean {
  return options === undefined || (typeof options === 'object' && !Array.isArray(options));
}

/** Whether a measure with these options begins at a mark or an instant, and ends now. */
function beginsAtMark({ start, end, duration }: MeasureOptions): boolean {
  return start !== undefined && end === undefined && duration === undefined;
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
