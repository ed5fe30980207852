import { validate } from '@messaging-service/contract';
import { readState } from '../../domain/snapshot/read-state.ts';
import { SnapshotFault } from '../../domain/snapshot/snapshot-fault.ts';
import type { StateSnapshot } from '../../domain/snapshot/state-snapshot.ts';
import type { Job } from '../../domain/state/jobs.ts';
import type { State } from '../../domain/state/state.ts';
import type { AgendaSnapshot } from '../core/agenda.ts';
import type { Restorable } from './snapshot.ts';
import { fault, snapshotError } from './snapshot-error.ts';
import { snapshotSchema } from './snapshot-schemas.ts';

/**
 * Reads a snapshot. The result shares nothing with it.
 *
 * @throws {SnapshotError} when it is not valid.
 */
export function readSnapshot(snapshot: unknown): Restorable {
  const checked = validate(snapshotSchema, snapshot);
  if (!checked.ok) throw snapshotError(checked.issues);
  const { now, seq, resets = 0, ids, founded: initial, agenda, state: written } = checked.value;
  const state = stateOf(written as StateSnapshot, seq);
  checkInitial(state, initial);
  checkJobs(state, agenda as AgendaSnapshot);
  return { now, resets, ids, initial, agenda: agenda as AgendaSnapshot, state };
}

function stateOf(written: StateSnapshot, seq: number): State {
  try {
    return readState(written, seq);
  } catch (error) {
    throw error instanceof SnapshotFault ? fault(error.path, error.reason) : error;
  }
}

function checkInitial(state: State, { organizationUuid, accountUuids }: Restorable['initial']): void {
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

function checkJobs(state: State, agenda: AgendaSnapshot): void {
  for (const [position, [, jobs]] of agenda.entries()) {
    for (const [index, job] of jobs.entries()) {
      const problem = jobProblem(state, job);
      if (problem !== undefined) throw fault(`agenda.${position}.1.${index}`, problem);
    }
  }
}

/** The problem with the references of a job, if there is one. */
function jobProblem(state: State, job: Job): string | undefined {
  switch (job.kind) {
    case 'send-batch':
      return state.batches.get(job.batchUuid)?.ordinal === job.ordinal
        ? undefined
        : `refers to the batch ${job.batchUuid} with the ordinal ${job.ordinal}, which is missing`;
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
