import { type Endpoint, ERRORS, type ErrorCode, type OperationName } from '@messaging-service/contract';

/** The codes that an operation can be refused with in addition to those that every operation has. */
const OWN: Readonly<Record<OperationName, readonly ErrorCode[]>> = {
  'messages.send': ['insufficient_credits', 'sender_not_owned', 'duplicate_id', 'shared_sender_unavailable'],
  'batches.send': ['multipart_not_allowed', 'insufficient_credits', 'sender_not_owned', 'duplicate_id'],
  'batches.cancel': ['batch_not_found', 'batch_not_pending'],
  'batches.receipts': ['batch_not_found'],
  'batches.listPending': [],
  'accounts.list': [],
  'accounts.create': [],
  'accounts.update': ['account_not_found'],
  'accounts.topUp': ['insufficient_credits', 'account_not_found'],
  'accounts.topUpOnAccountPath': ['insufficient_credits', 'account_not_found'],
  'accounts.deactivate': ['account_not_found'],
  'receiptCodes.list': [],
};

/** Every code that an operation can be refused with. The most common one of each status comes first. */
export function errorCodes(name: OperationName, { body, path }: Endpoint): ErrorCode[] {
  const takesInput = body !== null || path.includes('{');
  const general: readonly ErrorCode[] = takesInput
    ? ['invalid_request', 'invalid_key']
    : ['invalid_key', 'invalid_request'];
  const ofBody: readonly ErrorCode[] = body === null ? [] : ['invalid_json', 'payload_too_large'];
  return [...general, ...ofBody, ...OWN[name]];
}

/** The statuses of codes, lowest first, each with its codes. */
export function byStatus(codes: readonly ErrorCode[]): Map<number, ErrorCode[]> {
  const statuses = Map.groupBy(new Set(codes), (code): number => ERRORS[code].status);
  return new Map([...statuses].toSorted(([a], [b]) => a - b));
}
