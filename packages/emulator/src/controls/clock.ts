import { formatTimestamp } from '@messaging-service/contract';
import * as z from 'zod/mini';
import type { AdvanceOptions, ClockAdvance, ClockMove } from '../api.ts';
import { invalidRequest } from '../http/decode.ts';
import { doc, optional } from '../runtime/options/doc.ts';
import { anything, requireOptions } from '../runtime/options/input-check.ts';
import { limitsSchema } from '../runtime/options/options-check.ts';
import { durationMsSchema, instantMsSchema } from '../runtime/options/values.ts';
import type { Duration } from '../runtime/time/duration.ts';
import type { InstantInput } from '../runtime/time/instant.ts';
import type { Service } from '../service/service.ts';
import type { Advanced } from '../service/timeline.ts';
import type { UndoableMove } from '../service/undo.ts';
import { type Control, type ControlsOf, control } from './control.ts';
import { type Endpoint, endpoint, nothing } from './endpoint.ts';
import { count, EXAMPLES, instant, instantOrNull, list, mode, now, text } from './values.ts';

const advanceSchema = z
  .strictObject({
    by: optional(durationMsSchema, 'How far to move the clock. Send this or `to`.', '10m'),
    to: optional(
      instantMsSchema,
      'The instant to move the clock to. A virtual clock refuses an earlier time. If a clock that follows the machine passes the instant during the call, only what is due runs. Send this or `by`.',
      EXAMPLES.later,
    ),
    undoable: optional(
      z.boolean(),
      'Whether to keep the earlier state, so that you can undo the move. Default: false.',
      true,
    ),
    ...limitsSchema.def.shape,
  })
  .check(
    z.refine(({ by, to }) => (by === undefined) !== (to === undefined), 'must have either "by" or "to"'),
  );

/** The current time and the mode of the clock. */
const clockAnswer = z.strictObject({ now, mode });

const ran = count('Number of jobs that ran.', 2);
const movedAnswer = z.strictObject({ now, ran });

const slowestShape = {
  name: text('The follower, or the place in its code: file and line.', 'checkout'),
  ms: doc(
    z.number().check(z.minimum(0, 'must be 0 or more')),
    'Real time that it took, in milliseconds.',
    12,
  ),
};

/** How long followers waited at a place in their code. */
export const costShape = {
  kind: doc(
    z.enum(['timer', 'connection']),
    'Whether the wait was for a timer or for a connection.',
    'timer',
  ),
  ...slowestShape,
  count: doc(z.int().check(z.minimum(0, 'must be 0 or more')), 'Number of waits.', 25),
};

const advancedAnswer = z.strictObject({
  now,
  ran,
  instants: count('Number of instants that the clock visited.', 25),
  slowest: doc(
    z.nullable(z.strictObject(slowestShape)),
    'The follower that took the most real time, in milliseconds; null without followers.',
  ),
  timers: list('The timers of followers that took the most real time, by file and line.', costShape),
  connections: list('The connections and requests of followers that took the most real time.', costShape),
  move: optional(
    z.nullable(z.string()),
    'With `undoable`: identifies the move; null when it cannot be undone, because the state was too large to be kept, or was replaced.',
    'move-1',
  ),
});

const runningAnswer = z.strictObject({
  advance: doc(
    z.nullable(
      z.strictObject({
        from: instant('The time before the advance.'),
        now,
        to: instantOrNull('Where it ends; null while this is not known.', '2026-01-02T09:00:00.000Z'),
        instants: count('Number of instants that it has visited so far.', 25),
        waitingFor: doc(
          z.array(z.string()),
          'The followers that it waits for, each with what it waits for.',
          [],
        ),
      }),
    ),
    'The advance that is running; null when there is none.',
  ),
});

const happened = (when: string) =>
  doc(
    z.record(z.string(), z.int()),
    `Number of facts ${when}, by their type; of \`batch-queued\`, the number of messages.`,
    { 'batch-queued': 3, 'message-sent': 3, 'message-delivered': 2 },
  );

const movesAnswer = z.strictObject({
  moves: list('The moves that can be undone, the latest first.', {
    id: text('Identifier of the move, for `POST /clock/moves/{id}/undo`.', 'move-1'),
    from: instant('The time before the move.'),
    to: instant('The time after the move.', EXAMPLES.later),
    did: happened('during the move'),
    since: happened('after the move, which are lost when it is undone'),
  }),
});

/** The clock of a service. Calls that move it run one after another. EMU-3. */
export interface ClockControls {
  /**
   * Returns the current time of the emulated service.
   *
   * @example
   * ```ts
   * console.log((await emulator.clock.now()).toISOString());
   * ```
   */
  now(): Date;

  /**
   * Moves time forward, and runs everything that becomes due, in order, each at its own time. At each instant, the clock
   * waits until the webhook attempts have ended.
   *
   * @param by - Milliseconds, or text such as `'10m'` or `'2d'`.
   * @param options - Limits. Default: none.
   * @throws {TypeError} `by` is not a duration, or a limit is invalid.
   * @throws {Error} You stopped the move, or it reached a limit. The time that it has reached stays.
   *
   * @example
   * ```ts
   * await emulator.clock.advance('10m');
   * ```
   */
  advance(by: Duration, options?: AdvanceOptions): Promise<ClockAdvance>;

  /**
   * Moves time forward to an instant. If the clock follows the machine and passes the instant during the call, only what is
   * due runs.
   *
   * @param to - A date, ISO 8601 text, or milliseconds since the epoch.
   * @param options - Limits. Default: none.
   * @throws {TypeError} `to` is not an instant or before the time of a virtual clock, or a limit is invalid.
   *
   * @example
   * ```ts
   * const { ran } = await emulator.clock.advanceTo('2030-01-01T09:00Z');
   * console.log(ran);
   * ```
   */
  advanceTo(to: InstantInput, options?: AdvanceOptions): Promise<ClockAdvance>;

  /**
   * Stops a running move where it is. The call that started it throws an error.
   *
   * @example
   * ```ts
   * const moved = emulator.clock.advance('30d').catch(({ message }) => message);
   * await emulator.clock.stop();
   * console.log(await moved);
   * ```
   */
  stop(): Promise<void>;

  /**
   * Moves time forward to the next job, if any, and runs everything that is due then.
   *
   * @example
   * ```ts
   * const { now } = await emulator.clock.next();
   * console.log(now.toISOString());
   * ```
   */
  next(): Promise<ClockMove>;

  /**
   * Runs what is due now, without moving time, and waits until no webhook attempt is running.
   *
   * @example
   * ```ts
   * await emulator.clock.settle();
   * ```
   */
  settle(): Promise<ClockMove>;
}

const INVALID_MOVE = 'The move of the clock is not valid';

const limitsOf = (options: AdvanceOptions) =>
  requireOptions<AdvanceOptions>(INVALID_MOVE, options, { timeout: anything, maxInstants: anything });

const advance: Control<ClockControls['advance']> = control('advanceClock', 'POST /clock/advance', {
  input: (by, options = {}) => ({ body: { ...limitsOf(options), by } }),
  output: toAdvance,
  isAsync: true,
  invalid: INVALID_MOVE,
  tag: 'clock',
  description:
    'Moves time forward, by a duration or to an instant. Responds once everything due has run and the webhook attempts have ended. With `undoable`, keeps the earlier state, so that you can undo the move. If you stop the move or it reaches a limit, the response is 409: it says what the move visited and what took the time, and the clock stays where it is.',
  body: advanceSchema,
  answer: advancedAnswer,
  refusals: ['advance_stopped'],
  run: async ({ service, body, signal }) => {
    const { by = 0, to, undoable = false, timeout: timeoutMs, maxInstants } = body;
    if (to !== undefined) requireFuture(service, to);
    const target = to ?? (() => service.core.driver.now() + by);
    const limits = { timeoutMs, maxInstants, signal };
    if (!undoable) return viewAdvanced(await service.timeline.advanceTo(target, limits));
    const { id, ...rest } = await service.moves.make((turn) => turn.advanceTo(target, limits));
    return { ...viewAdvanced(rest), move: id };
  },
});

/** The controls of time. */
export const clockControls: ControlsOf<ClockControls> = {
  now: control('getClock', 'GET /clock', {
    output: ({ now: time }) => new Date(time),
    tag: 'clock',
    description: 'Returns the current time of the emulator. Responds during an advance as well.',
    answer: clockAnswer,
    run: ({ service }) => viewClock(service),
  }),
  advance,
  advanceTo: { ...advance, input: (to, options = {}) => ({ body: { ...limitsOf(options), to } }) },
  stop: control('stopAdvance', 'DELETE /clock/advance', {
    output: () => undefined,
    isAsync: true,
    tag: 'clock',
    description:
      'Stops the running advance where it is, and responds once it has ended. The call that started it gets 409.',
    answer: clockAnswer,
    run: async ({ service }) => {
      await service.timeline.stop();
      return viewClock(service);
    },
  }),
  next: control('advanceToNextJob', 'POST /clock/next', {
    output: toMove,
    isAsync: true,
    tag: 'clock',
    description: 'Moves time forward to the next due job.',
    body: nothing,
    answer: movedAnswer,
    run: async ({ service }) => viewMoved(await service.timeline.next()),
  }),
  settle: control('settle', 'POST /settle', {
    output: toMove,
    isAsync: true,
    tag: 'clock',
    description: 'Runs what is due now and waits until no webhook attempt is running.',
    answer: movedAnswer,
    run: async ({ service }) => viewMoved(await service.timeline.settle()),
  }),
};

/** The other rows of time. */
export const CLOCK_ENDPOINTS: readonly Endpoint[] = [
  endpoint('getAdvance', 'GET /clock/advance', {
    tag: 'clock',
    description: 'Describes the running advance: where it is, and what it waits for.',
    answer: runningAnswer,
    run: ({ service }) => viewAdvance(service),
  }),
  endpoint('listMoves', 'GET /clock/moves', {
    tag: 'inspector',
    description:
      'Lists the moves of the clock that can be undone, the latest first. At most ten are kept, with at most 64 MiB of snapshots.',
    answer: movesAnswer,
    run: ({ service }) => ({ moves: service.moves.list().map(viewMove) }),
  }),
  endpoint('undoMove', 'POST /clock/moves/{id}/undo', {
    tag: 'inspector',
    id: ['The `id` of a move.', 'move-1'],
    description:
      'Restores the state from before a move. Moves after it are undone as well. A clock that follows the machine continues with the time that has passed since.',
    body: nothing,
    answer: clockAnswer,
    refusals: ['not_found', 'conflict'],
    run: async ({ service, id }) => {
      await service.moves.undo(id);
      return viewClock(service);
    },
  }),
];

function requireFuture({ core: { driver } }: Service, to: number): void {
  if (driver.mode === 'system' || to >= driver.now()) return;
  const message = `must not be before the current time of the emulator, ${formatTimestamp(driver.now())}`;
  throw invalidRequest([{ path: 'to', message }]);
}

/** The current time and the mode of the clock. */
export function viewClock({ core: { driver } }: Service) {
  return { now: formatTimestamp(driver.now()), mode: driver.mode };
}

function toMove({ now: time, ran: jobs }: z.infer<typeof movedAnswer>): ClockMove {
  return { now: new Date(time), ran: jobs };
}

function toAdvance({ now: time, move: _, ...report }: z.infer<typeof advancedAnswer>): ClockAdvance {
  return { now: new Date(time), ...report };
}

function viewMoved({ now: reached, ran: jobs }: Advanced) {
  return { now: formatTimestamp(reached), ran: jobs };
}

function viewAdvanced({ now: reached, ...rest }: Advanced) {
  return { now: formatTimestamp(reached), ...rest };
}

/** The advance that is running, or null. */
export function viewAdvance(service: Service) {
  const { running } = service.timeline;
  if (running === undefined) return { advance: null };
  const { from, to, ...rest } = running;
  const times = { from: formatTimestamp(from), to: to === null ? null : formatTimestamp(to) };
  return { advance: { ...times, now: viewClock(service).now, ...rest } };
}

/** A move of the clock that can be undone. */
export function viewMove({ from, to, ...rest }: UndoableMove) {
  return { ...rest, from: formatTimestamp(from), to: formatTimestamp(to) };
}
