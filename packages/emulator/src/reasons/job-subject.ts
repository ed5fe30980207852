import type { Job } from '../domain/state/jobs.ts';
import { type Delivery, type Message, mustGet, type State } from '../domain/state/state.ts';

/** What a job is about. */
export interface JobSubject {
  /** Identifies the job: its kind and its object. Results are identified by the first of their messages. */
  readonly id: string;
  readonly accountUuid: string;
  /** The messages that it sends or resolves. */
  readonly messages: readonly Message[];
  readonly delivery?: Delivery;
}

/** Describes what a job is about. */
export function subjectOf(state: State, job: Job): JobSubject {
  switch (job.kind) {
    case 'send-batch': {
      const { uuid, accountUuid, messages } = mustGet(state.batches, job.batchUuid);
      return { id: `${job.kind}:${uuid}`, accountUuid, messages };
    }
    case 'resolve-messages': {
      const messages = job.messageUuids.map((uuid) => mustGet(state.messages, uuid));
      const [{ uuid, batch }] = messages as [Message, ...Message[]];
      return { id: `${job.kind}:${uuid}`, accountUuid: batch.accountUuid, messages };
    }
    case 'attempt-webhook': {
      const delivery = mustGet(state.deliveries, job.deliveryId);
      const { id, accountUuid } = delivery;
      return { id: `${job.kind}:${id}`, accountUuid, messages: [], delivery };
    }
    case 'run-schedule': {
      const { accountUuid } = job;
      return { id: `${job.kind}:${accountUuid}`, accountUuid, messages: [] };
    }
  }
}
