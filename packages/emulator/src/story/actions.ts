import type { Channel } from '@messaging-service/contract';
import type { Batch, Message } from '../domain/state/state.ts';
import type { LoggedRequest } from '../public-api/request-log.ts';

/** Something that a caller, a phone or a user did. Everything else followed from such actions and from time. */
export type Action = Sent | Refused | Cancelled | ToppedUp | Replied | Resolved | Resent;

interface Placed {
  /** When, in milliseconds since the epoch. */
  readonly at: number;
  /** The number of its first fact, or of the latest fact before it if it caused none; its order at one instant. */
  readonly seq: number;
}

/** A call queued batches. */
export interface Sent extends Placed {
  readonly kind: 'sent';
  readonly batches: readonly SentBatch[];
  /** The call; undefined when the log no longer has it. */
  readonly call: LoggedRequest | undefined;
}

/** A batch of a story, with those of its messages that belong to the story. */
export interface SentBatch {
  readonly batch: Batch;
  readonly messages: readonly Message[];
}

/** A call had no effect: the service or a fault refused it, or a fault cut its connection. */
interface Refused extends Placed {
  readonly kind: 'refused';
  readonly call: LoggedRequest;
}

/** A pending batch was cancelled. */
interface Cancelled extends Placed {
  readonly kind: 'cancelled';
  readonly batch: Batch;
}

/** Credits were added to an account. */
interface ToppedUp extends Placed {
  readonly kind: 'topped-up';
  readonly accountUuid: string;
  readonly credits: number;
}

/** A phone wrote. */
interface Replied extends Placed {
  readonly kind: 'replied';
  readonly from: string;
  readonly to: string;
  readonly message: string;
  readonly channel: Channel;
  readonly accountUuid: string;
}

/** A user or a test decided the outcome of a message. */
interface Resolved extends Placed {
  readonly kind: 'resolved';
  readonly message: Message;
}

/** A user or a test sent a webhook again. */
interface Resent extends Placed {
  readonly kind: 'resent';
  readonly deliveryId: string;
}
