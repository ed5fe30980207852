import {
  type Batch,
  bareNumber,
  type Delivery,
  dueSeqOf,
  emptyIndex,
  type Message,
  type Notification,
  type ReceivedMessage,
  type StateIndex,
} from './state.ts';

/** The parts of a state that have an index. */
interface Indexed {
  readonly batches: Iterable<Batch>;
  readonly received: Iterable<ReceivedMessage>;
  readonly notifications: Iterable<Notification>;
  readonly deliveries: Iterable<Delivery>;
}

/** The index of the parts of a state. */
export function createIndex({ batches, received, notifications, deliveries }: Indexed): StateIndex {
  const index = emptyIndex();
  const due: Batch[] = [];
  for (const batch of batches) {
    for (const message of batch.messages) index.messages.push(message);
    if (batch.pending) index.pending.push(batch);
    else due.push(batch);
  }
  for (const batch of due.sort((a, b) => dueSeqOf(a) - dueSeqOf(b))) addDue(index, batch);
  for (const message of received) addReceived(index, message);
  for (const notification of notifications) addNotification(index, notification);
  for (const delivery of deliveries) index.deliveries.push(delivery);
  return index;
}

/** Adds a batch that was queued. */
export function addBatch(index: StateIndex, batch: Batch): void {
  for (const message of batch.messages) index.messages.push(message);
  if (batch.pending) index.pending.push(batch);
  else addDue(index, batch);
}

/** Adds a batch that is no longer pending to those that are due. */
export function releaseBatch(index: StateIndex, batch: Batch): void {
  index.pending.remove(batch.seq);
  addDue(index, batch);
}

/** Removes a batch that was cancelled while it was pending. */
export function removePending(index: StateIndex, { seq }: Batch): void {
  index.messages.remove(seq);
  index.pending.remove(seq);
}

/** Adds a message from a handset. */
export function addReceived({ receivedFrom }: StateIndex, message: ReceivedMessage): void {
  const number = String(message.payload.from);
  const earlier = receivedFrom.get(number);
  if (earlier === undefined) receivedFrom.set(number, [message]);
  else earlier.push(message);
}

/** Adds a notification. */
export function addNotification({ notificationsOf }: StateIndex, notification: Notification): void {
  const earlier = notificationsOf.get(notification.accountUuid);
  if (earlier === undefined) notificationsOf.set(notification.accountUuid, [notification]);
  else earlier.push(notification);
}

/** The messages to a number that are due, in the order in which they became due. */
export function messagesDueTo({ dueTo }: StateIndex, number: string): readonly Message[] {
  const messages = dueTo.get(number);
  if (messages === undefined) return [];
  return Array.isArray(messages) ? messages : [messages];
}

function addDue({ due, dueTo }: StateIndex, batch: Batch): void {
  due.push(batch);
  for (const message of batch.messages) {
    const number = bareNumber(message.to);
    const earlier = dueTo.get(number);
    if (earlier === undefined) dueTo.set(number, message);
    else if (Array.isArray(earlier)) earlier.push(message);
    else dueTo.set(number, [earlier, message]);
  }
}
