import * as z from 'zod/mini';
import type { Snapshot } from '../api.ts';
import type { ResetOptions } from '../runtime/options/options.ts';
import { resetSchema } from '../runtime/options/options-check.ts';
import { readSnapshot } from '../runtime/snapshot/read-snapshot.ts';
import { withVersion } from '../runtime/snapshot/snapshot.ts';
import { type ControlsOf, control } from './control.ts';
import { type Endpoint, endpoint } from './endpoint.ts';
import { eventStream } from './event-stream.ts';
import { healthAnswer, viewHealth } from './server.ts';
import { EXAMPLES, text } from './values.ts';

/** Controls of the whole state. */
export interface StateControls {
  /**
   * Returns the current position in the history. To list or await only later messages, pass it as `since`. EMU-16.
   *
   * @example
   * ```ts
   * const since = await emulator.mark();
   * await messages.sendOne(message);
   * const { match } = await emulator.waitForMessage({ since, match: /code is (\d{6})/ });
   * ```
   */
  mark(): string;

  /**
   * Starts over with the initial configuration: state, clock, carrier and faults. The keys stay the same. Later identifiers
   * are new; with `{ ids: 'repeat' }`, they repeat those from the start. EMU-8.
   *
   * @throws {TypeError} `ids` is neither `fresh` nor `repeat`.
   *
   * @example
   * ```ts
   * await emulator.reset({ ids: 'repeat' });
   * console.log((await emulator.messages()).length); // 0
   * ```
   */
  reset(options?: ResetOptions): void;

  /**
   * Returns the complete state, as JSON.
   *
   * @example
   * ```ts
   * const snapshot = await emulator.snapshot();
   * await emulator.clock.advance('1d');
   * await emulator.restore(snapshot);
   * ```
   */
  snapshot(): Snapshot;

  /**
   * Continues from a snapshot: the same calls then have the same responses and effects.
   *
   * @throws {TypeError} The snapshot is of another version, or contradicts itself. Nothing changes.
   *
   * @example
   * ```ts
   * const snapshot = await emulator.snapshot();
   * await messages.sendOne(message);
   * await emulator.restore(snapshot);
   * console.log((await emulator.messages()).length); // 0
   * ```
   */
  restore(snapshot: Snapshot): void;
}

/** The controls of the state. */
export const stateControls: ControlsOf<StateControls> = {
  mark: control('getMark', 'GET /mark', {
    output: ({ mark }) => mark,
    tag: 'state',
    description: 'Returns the current position in the history, for `since`.',
    answer: z.strictObject({
      mark: text('Position in the history, for the parameter `since`.', EXAMPLES.mark),
    }),
    run: ({ service }) => ({ mark: service.mark() }),
  }),
  reset: control('reset', 'POST /reset', {
    input: (options = {}) => ({ body: options }),
    invalid: 'The options of the reset are not valid',
    output: () => undefined,
    changesCredentials: true,
    tag: 'state',
    description:
      'Starts over with the initial configuration and the same keys. Identifiers are new (`fresh`, the default) or repeat those from the start (`repeat`).',
    body: resetSchema,
    answer: healthAnswer,
    run: ({ service, server, body }) => {
      service.reset(body);
      return viewHealth(service, server);
    },
  }),
  snapshot: control('getSnapshot', 'GET /snapshot', {
    output: (snapshot) => snapshot as Snapshot,
    tag: 'state',
    description: 'Returns the complete state, as one JSON document.',
    answer: 'free',
    run: ({ service }) => withVersion(service.capture()),
  }),
  restore: control('restoreSnapshot', 'PUT /snapshot', {
    input: (snapshot) => ({ body: snapshot }),
    output: () => undefined,
    changesCredentials: true,
    tag: 'state',
    description:
      'Continues from the snapshot in the body. If it is incomplete or contradicts itself, the error names the place.',
    body: 'free',
    answer: healthAnswer,
    refusals: ['conflict'],
    run: ({ service, server, body }) => {
      service.adopt(readSnapshot(body));
      return viewHealth(service, server);
    },
  }),
};

/** The events of a service. */
export const EVENT_ENDPOINTS: readonly Endpoint[] = [
  endpoint('streamEvents', 'GET /events', {
    tag: 'state',
    description:
      'Streams server-sent events: `fact` for every fact, with its time; `clock` `{now, mode}` for every movement of the clock. A reader that does not keep up gets `lagged`, and the stream ends.',
    headers: { 'last-event-id': ['Continues after this event.', '41'] },
    answer: 'events',
    run: ({ service, lastEventId, signal }) => eventStream(service, lastEventId, signal),
  }),
];
