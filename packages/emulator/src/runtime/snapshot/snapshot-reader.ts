import { validate } from '@messaging-service/contract';
import type * as z from 'zod/mini';
import { StateBuilder } from '../../domain/snapshot/state-builder.ts';
import type { BatchContinuation, BatchSnapshot } from '../../domain/snapshot/state-snapshot.ts';
import type { Job } from '../../domain/state/jobs.ts';
import type { State } from '../../domain/state/state.ts';
import { Agenda, type AgendaEntry } from '../core/agenda.ts';
import type { Sink } from './json-entries.ts';
import type { Restorable } from './snapshot.ts';
import { fault, snapshotError } from './snapshot-error.ts';
import { CONTINUATION, SCHEMAS } from './snapshot-schemas.ts';
import { SHAPE } from './snapshot-shape.ts';

type Name = keyof typeof SCHEMAS;
type Part<Of extends Name> = z.infer<(typeof SCHEMAS)[Of]>;

/** Jobs that are checked without a pause. */
const JOBS_PER_PAUSE = 500;

/** Reads a snapshot part by part, in any order, into what can be restored. */
export class SnapshotReader implements Sink {
  readonly #builder = new StateBuilder();
  readonly #seen = new Set<string>();
  readonly #jobs: AgendaEntry[] = [];
  #now: Part<'now'> = 0;
  #seq: Part<'seq'> = 0;
  #resets: Part<'resets'> = 0;
  #ids: Part<'ids'> = [0, 0, 0, 0];
  #initial: Part<'founded'> = { organizationUuid: '', accountUuids: [] };

  readonly #takers: { readonly [Of in Name]: (part: Part<Of>, path: string) => void } = {
    version: () => undefined,
    now: (now) => {
      this.#now = now;
    },
    seq: (seq) => {
      this.#seq = seq;
    },
    resets: (resets) => {
      this.#resets = resets;
    },
    ids: (ids) => {
      this.#ids = ids;
    },
    founded: (initial) => {
      this.#initial = initial;
    },
    agenda: (entry) => {
      this.#jobs.push(entry as AgendaEntry);
    },
    'state.organizations': (entry, path) => this.#builder.organization(path, entry),
    'state.accounts': (entry, path) => this.#builder.account(path, entry),
    'state.senderOwners': (entry, path) => this.#builder.senderOwner(path, entry),
    'state.sharedSenders': (entry, path) => this.#builder.sharedSender(path, entry),
    'state.senderLocks': (entry, path) => this.#builder.senderLock(path, entry),
    'state.batches': (entry, path) => this.#builder.batch(path, entry as BatchSnapshot | BatchContinuation),
    'state.batchCount': (count) => this.#builder.batchCount(count),
    'state.handsets': (entry, path) => this.#builder.handset(path, entry),
    'state.notifications': (entry, path) => this.#builder.notification(path, entry),
    'state.deliveries': (entry, path) => this.#builder.delivery(path, entry),
    'state.carrier': (carrier) => this.#builder.carrier(carrier as State['carrier']),
  };

  enter(name: string): void {
    this.#seen.add(name);
  }

  take(name: string, value: unknown, position: number | undefined): void {
    const path = position === undefined ? name : `${name}.${position}`;
    if (name === '' || name === 'state') throw fault(name, 'must be an object');
    if (!Object.hasOwn(SCHEMAS, name)) throw fault(name, 'is not a known field');
    if (position === undefined && isList(name)) throw fault(name, 'must be a list');
    this.#seen.add(name);
    const part = checked(schemaOf(name as Name, value), value, path);
    (this.#takers[name as Name] as (part: unknown, path: string) => void)(part, path);
  }

  /** Checks that the parts are complete and consistent; it pauses at each `yield`. */
  *finish(): Generator<undefined, Restorable> {
    for (const name of Object.keys(SCHEMAS))
      if (!this.#seen.has(name) && name !== 'resets') throw fault(name, 'is missing');
    const state = yield* this.#builder.finish();
    this.#checkInitial(state);
    const agenda = yield* this.#readJobs(state);
    return {
      now: this.#now,
      seq: this.#seq,
      resets: this.#resets,
      ids: this.#ids,
      initial: this.#initial,
      agenda,
      state,
    };
  }

  #checkInitial(state: State): void {
    const { organizationUuid, accountUuids } = this.#initial;
    if (!state.organizations.has(organizationUuid))
      throw fault(
        'founded.organizationUuid',
        `refers to the organization ${organizationUuid}, which is missing`,
      );
    for (const [index, uuid] of accountUuids.entries()) {
      if (!state.accounts.has(uuid))
        throw fault(`founded.accountUuids.${index}`, `refers to the account ${uuid}, which is missing`);
    }
  }

  *#readJobs(state: State): Generator<undefined, Agenda> {
    const agenda = new Agenda(() => false);
    let count = 0;
    for (const [position, [dueAt, jobs]] of this.#jobs.entries()) {
      for (const [index, job] of jobs.entries()) {
        const problem = jobProblem(state, job);
        if (problem !== undefined) throw fault(`agenda.${position}.1.${index}`, problem);
        agenda.schedule(dueAt, job);
        if (++count % JOBS_PER_PAUSE === 0) yield;
      }
    }
    return agenda;
  }
}

/** The problem with the references of a job, if there is one. */
function jobProblem(state: State, job: Job): string | undefined {
  switch (job.kind) {
    case 'send-batch': {
      const batch = state.batches.get(job.batchUuid);
      if (batch?.ordinal !== job.ordinal)
        return `refers to the batch ${job.batchUuid} with the ordinal ${job.ordinal}, which is missing`;
      const { length } = batch.messages;
      return (job.from ?? 0) > length ? `begins at message ${job.from} of a batch of ${length}` : undefined;
    }
    case 'resolve-messages': {
      const uuid = job.messageUuids.find((messageUuid) => !state.messages.has(messageUuid));
      return uuid === undefined ? undefined : `refers to the message ${uuid}, which is missing`;
    }
    case 'attempt-webhook':
      return state.deliveries.has(job.deliveryId)
        ? undefined
        : `refers to the webhook delivery ${job.deliveryId}, which is missing`;
    case 'run-schedule':
      return state.accounts.has(job.accountUuid)
        ? undefined
        : `refers to the account ${job.accountUuid}, which is missing`;
  }
}

function isList(name: string): boolean {
  const [outer = '', inner] = name.split('.');
  return inner === undefined ? outer === 'agenda' : inner in SHAPE.state;
}

function schemaOf(name: Name, value: unknown): z.ZodMiniType {
  const continues =
    name === 'state.batches' && typeof value === 'object' && value !== null && 'continues' in value;
  return continues ? CONTINUATION : SCHEMAS[name];
}

/** A value of the right form: a copy, which shares nothing with the argument. */
function checked<T>(schema: z.ZodMiniType<T>, value: unknown, path: string): T {
  const result = validate(schema, value);
  if (result.ok) return result.value;
  const issues = result.issues.map((issue) => ({
    path: issue.path === '' ? path : `${path}.${issue.path}`,
    message: issue.message,
  }));
  throw snapshotError(issues);
}
