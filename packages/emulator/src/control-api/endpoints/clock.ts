import { formatTimestamp } from '@messaging-service/contract';
import * as z from 'zod/mini';
import { invalidRequest } from '../../http/decode.ts';
import { doc, optional } from '../../runtime/options/doc.ts';
import { limitsSchema } from '../../runtime/options/options-check.ts';
import { durationMsSchema, instantMsSchema } from '../../runtime/options/values.ts';
import type { Service } from '../../service/service.ts';
import type { Advanced } from '../../service/timeline.ts';
import type { UndoableMove } from '../../service/undo.ts';
import { type Endpoint, endpoint, nothing } from '../endpoint.ts';
import { count, EXAMPLES, instant, instantOrNull, list, mode, now, text } from '../values.ts';

const advanceSchema = z
  .strictObject({
    by: optional(durationMsSchema, 'How far to move the clock. Excludes `to`.', '10m'),
    to: optional(
      instantMsSchema,
      'The instant to move the clock to, not before the current time. Excludes `by`.',
      EXAMPLES.later,
    ),
    undoable: optional(
      z.boolean(),
      'Whether to keep the state from before, so that the move can be undone. Default: false.',
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

/** The time of the service. */
export const CLOCK_ENDPOINTS: readonly Endpoint[] = [
  endpoint('getClock', 'GET /clock', {
    tag: 'clock',
    description: 'Returns the current time of the emulator. Responds during an advance as well.',
    answer: clockAnswer,
    run: ({ service }) => viewClock(service),
  }),
  endpoint('advanceClock', 'POST /clock/advance', {
    tag: 'clock',
    description:
      'Moves time forward, by a duration or to an instant. Responds when everything that becomes due has run and its webhook attempts have ended. With `undoable`, the state from before is kept, so that the move can be undone. If it is stopped or reaches a limit, the response is 409 with what it visited and what took the time, and the clock stays at the instant that was reached.',
    body: advanceSchema,
    answer: advancedAnswer,
    refusals: ['advance_stopped'],
    run: async ({ service, body: { by = 0, to, undoable = false, timeout: timeoutMs, maxInstants } }) => {
      if (to !== undefined) requireFuture(service, to);
      const target = to ?? (() => service.core.driver.now() + by);
      const move = () => service.timeline.advanceTo(target, { timeoutMs, maxInstants });
      if (!undoable) return viewAdvanced(await move());
      const { id, ...rest } = await service.moves.make(move);
      return { ...viewAdvanced(rest), move: id };
    },
  }),
  endpoint('getAdvance', 'GET /clock/advance', {
    tag: 'clock',
    description: 'Describes the advance that is running: its present instant, and what it waits for.',
    answer: runningAnswer,
    run: ({ service }) => viewAdvance(service),
  }),
  endpoint('stopAdvance', 'DELETE /clock/advance', {
    tag: 'clock',
    description:
      'Ends the advance that is running at its present instant, and responds when it has ended. The call that made it gets 409.',
    answer: clockAnswer,
    run: async ({ service }) => {
      await service.timeline.stop();
      return viewClock(service);
    },
  }),
  endpoint('advanceToNextJob', 'POST /clock/next', {
    tag: 'clock',
    description: 'Moves time forward to the next due job.',
    body: nothing,
    answer: movedAnswer,
    run: async ({ service }) => viewMoved(await service.timeline.next()),
  }),
  endpoint('settle', 'POST /settle', {
    tag: 'clock',
    description: 'Runs what is due now and waits until no webhook attempt is running.',
    answer: movedAnswer,
    run: async ({ service }) => viewMoved(await service.timeline.settle()),
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
  if (to >= driver.now()) return;
  const message = `must not be before the current time of the emulator, ${formatTimestamp(driver.now())}`;
  throw invalidRequest([{ path: 'to', message }]);
}

/** The current time and the mode of the clock. */
export function viewClock({ core: { driver } }: Service) {
  return { now: formatTimestamp(driver.now()), mode: driver.mode };
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
