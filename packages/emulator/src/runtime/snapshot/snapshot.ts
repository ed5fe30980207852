import type { StateCapture } from '../../domain/snapshot/state-capture.ts';
import type { Content, Member, StateSnapshot } from '../../domain/snapshot/state-snapshot.ts';
import type { Job } from '../../domain/state/jobs.ts';
import type { State } from '../../domain/state/state.ts';
import type { Agenda, AgendaEntry, AgendaSnapshot } from '../core/agenda.ts';
import type { Core } from '../core/core.ts';
import type { IdsState } from '../core/ids.ts';
import type { InitialIdentifiers } from '../options/initial-state.ts';

/** The form of snapshots that this emulator writes and reads. */
export const SNAPSHOT_VERSION = 2;

/**
 * The complete state of a service, as JSON: everything that affects later results. Faults are not part of it: they
 * belong to a test, not to the service.
 */
export interface Snapshot {
  /** The form; another one is refused. */
  readonly version: typeof SNAPSHOT_VERSION;
  /** The current time, in milliseconds since the epoch. */
  readonly now: number;
  /** Facts recorded so far. */
  readonly seq: number;
  /** Resets so far, which decide the identifiers after the next one; default 0. */
  readonly resets?: number | undefined;
  /** The position of the source of identifiers. */
  readonly ids: IdsState;
  /** The identifiers of the organization and the accounts that exist from the start. */
  readonly founded: InitialIdentifiers;
  /** Pending jobs. */
  readonly agenda: AgendaSnapshot;
  /** The state. */
  readonly state: StateSnapshot;
}

/** A snapshot that was read and validated, ready to replace the state of a service. */
export interface Restorable {
  readonly now: number;
  readonly seq: number;
  readonly resets: number;
  readonly ids: IdsState;
  readonly initial: InitialIdentifiers;
  readonly agenda: Agenda;
  readonly state: State;
}

/** The parts of a service at one instant. */
export interface Instant {
  readonly core: Core;
  readonly initial: InitialIdentifiers;
  /** Resets so far. */
  readonly resets: number;
  /** Deliveries with a running attempt, which will be made again. */
  readonly underWay: readonly string[];
}

/** A snapshot that is not written yet: it contains one instant of a service while the service continues. */
export class SnapshotCapture {
  readonly #core: Core;
  readonly #state: StateCapture;
  readonly #members: Iterable<Member>;

  constructor({ core, initial, resets, underWay }: Instant) {
    const state = core.capture();
    const jobs = core.agenda.capture();
    const now = core.driver.now();
    this.#core = core;
    this.#state = state;
    // Jobs come before the state: whether one still counts depends on the state of that instant.
    this.#members = [
      ['version', { value: SNAPSHOT_VERSION }],
      ['now', { value: now }],
      ['seq', { value: core.journal.seq }],
      ['resets', { value: resets }],
      ['ids', { value: core.ids.state() }],
      ['founded', { value: initial }],
      [
        'agenda',
        {
          list: agendaOf(
            now,
            underWay,
            jobs((job) => state.isStale(job)),
          ),
        },
      ],
      ['state', { members: state.members() }],
    ];
  }

  /** The snapshot as text, piece by piece: one JSON document with a line for each entry. Can be read once. */
  *text(): Generator<string> {
    yield* writeMembers(this.#members);
    yield '\n';
  }

  /** The snapshot as a value that shares nothing with the service. Can be read once. */
  toObject(): Snapshot {
    return objectOf(this.#members) as unknown as Snapshot;
  }

  /** Ends it: the service need not keep anything for it any more. */
  release(): void {
    this.#core.release(this.#state);
  }
}

const ATTEMPTS_PER_ENTRY = 1_000;

function* agendaOf(
  now: number,
  underWay: readonly string[],
  entries: Iterable<AgendaEntry | undefined>,
): Generator<AgendaEntry | undefined> {
  for (let start = 0; start < underWay.length; start += ATTEMPTS_PER_ENTRY) {
    const jobs = underWay
      .slice(start, start + ATTEMPTS_PER_ENTRY)
      .map((deliveryId): Job => ({ kind: 'attempt-webhook', deliveryId }));
    yield [now, jobs];
  }
  yield* entries;
}

function* writeMembers(members: Iterable<Member>): Generator<string> {
  let separator = '{\n';
  for (const [name, content] of members) {
    yield `${separator}${JSON.stringify(name)}:`;
    separator = ',\n';
    if ('value' in content) yield JSON.stringify(content.value);
    else if ('members' in content) yield* writeMembers(content.members);
    else yield* writeList(content.list);
  }
  yield '}';
}

function* writeList(list: Iterable<unknown>): Generator<string> {
  let separator = '[';
  for (const entry of list) {
    yield entry === undefined ? '' : `${separator}\n${JSON.stringify(entry)}`;
    if (entry !== undefined) separator = ',';
  }
  yield separator === '[' ? '[]' : ']';
}

function objectOf(members: Iterable<Member>): Record<string, unknown> {
  return Object.fromEntries(Array.from(members, ([name, content]) => [name, plain(content)]));
}

function plain(content: Content): unknown {
  if ('value' in content) return structuredClone(content.value);
  if ('members' in content) return objectOf(content.members);
  const values: unknown[] = [];
  for (const entry of content.list) if (entry !== undefined) values.push(structuredClone(entry));
  return values;
}
