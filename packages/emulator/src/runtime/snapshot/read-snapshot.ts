import { validate } from '@messaging-service/contract';
import type { Job } from '../../domain/state/jobs.ts';
import type { State } from '../../domain/state/state.ts';
import { readState } from './read-state.ts';
import type { Restorable, Snapshot } from './snapshot.ts';
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
  const { seq, state: written, ...rest } = checked.value as Snapshot;
  const state = readState(written, seq);
  checkInitial(state, rest);
  checkJobs(state, rest);
  return { ...rest, state };
}

function checkInitial(
  state: State,
  { founded: { organizationUuid, accountUuids } }: Pick<Restorable, 'founded'>,
): void {
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

function checkJobs(state: State, { agenda }: Pick<Restorable, 'agenda'>): void {
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
      return state.batches.get(job.batchUuid)?.seq === job.seq
        ? undefined
        : `refers to the batch ${job.batchUuid} with the number ${job.seq}, which is missing`;
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
