/** The parts of the API, by the first letters of their clauses. */
const TOPICS: Readonly<Record<string, string>> = {
  API: 'Requests and responses',
  KEY: 'API keys',
  ERR: 'Errors and statuses',
  MSG: 'Messages',
  BAT: 'Batches',
  SCH: 'Scheduling',
  SND: 'Sender IDs',
  RCP: 'Delivery receipts',
  ACC: 'Accounts',
  CRD: 'Credits',
  NTF: 'Credits',
  WHK: 'Webhooks',
  INB: 'Webhooks',
  SIG: 'Webhooks',
};

/** Returns the topic of a clause such as `MSG-3`. Of several, the first one decides. */
export function topicOf(clause: string): string {
  return TOPICS[clause.slice(0, 3)] ?? 'Other';
}

/** The parts of the API, by the first words of operations. */
const TOPICS_OF_OPERATIONS: readonly (readonly [start: string, topic: string])[] = [
  ['messages.', 'Messages'],
  ['batches.receipts', 'Delivery receipts'],
  ['batches.', 'Batches'],
  ['accounts.', 'Accounts'],
  ['receiptCodes.', 'Delivery receipts'],
];

/** Returns the topic of an operation such as `messages.send`. */
export function topicOfOperation(operation: string): string {
  return TOPICS_OF_OPERATIONS.find(([start]) => operation.startsWith(start))?.[1] ?? 'Other';
}
