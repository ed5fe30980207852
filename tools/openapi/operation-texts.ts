import type { OperationName } from '@messaging-service/contract';

/** The texts of one operation. */
interface OperationText {
  /** A few words, for lists of operations. */
  readonly summary: string;
  /** What the operation does, in whole sentences. */
  readonly description: string;
  /** What a response with status 200 holds. */
  readonly success: string;
}

/** The texts of every operation. Fields are described by the doc comments of the contract. */
export const OPERATION_TEXTS: Readonly<Record<OperationName, OperationText>> = {
  'messages.send': {
    summary: 'Add message',
    description:
      'Queues one or more messages, each with its own destination, sender ID and text. Each message is merged over `defaults`, and its own values take precedence. A message with a `send_at` more than 5 minutes ahead is scheduled.',
    success:
      'Every message is queued or scheduled. The response lists the messages in the order of the request.',
  },
  'batches.send': {
    summary: 'Add batch',
    description:
      'Queues one text for a list of destinations. A batch with an `at` more than 5 minutes ahead is scheduled.',
    success: 'The batch is queued or scheduled. The response has its identifier.',
  },
  'batches.cancel': {
    summary: 'Cancel pending batch',
    description:
      'Deletes a scheduled batch permanently and releases the credits that it holds. A batch that has been sent cannot be cancelled.',
    success: 'The batch is deleted and is never sent.',
  },
  'batches.receipts': {
    summary: 'Get delivery receipts of a batch',
    description:
      'Returns how many messages of a batch were delivered and how many failed. With `details=true`, it also returns the receipt of each message.',
    success: 'The totals of the batch and, with `details=true`, one entry for each message.',
  },
  'batches.listPending': {
    summary: 'Get pending batches',
    description: "Returns the account's scheduled batches that have not been sent yet.",
    success: 'The pending batches of the account.',
  },
  'accounts.list': {
    summary: 'List accounts',
    description: 'Returns every account of the organization, including deleted accounts.',
    success: 'The accounts of the organization with their credits and settings.',
  },
  'accounts.create': {
    summary: 'Create account',
    description: 'Creates an account and returns its API key. The key is shown only in this response.',
    success: 'The account exists. The response has its identifier and its API key.',
  },
  'accounts.update': {
    summary: 'Edit account',
    description:
      'Changes the credit settings, the inbound webhook and the schedule of an account. Members that are left out keep their values.',
    success: 'The changes are stored.',
  },
  'accounts.topUpOnAccountPath': {
    summary: 'Top up account',
    description: 'A body with only `topup` adds paid credits to the account instead, as `PATCH /topup` does.',
    success: 'The credits are added.',
  },
  'accounts.topUp': {
    summary: 'Top up account',
    description: 'Moves credits from the organization to the paid credits of an account.',
    success: 'The credits are added.',
  },
  'accounts.deactivate': {
    summary: 'Deactivate account',
    description:
      'Deactivates an account: its API key stops working, and the list of accounts shows it as deleted.',
    success: 'The account is deactivated.',
  },
  'receiptCodes.list': {
    summary: 'List receipt codes',
    description: 'Returns the codes of receipts, with their descriptions.',
    success: 'The receipt codes and their descriptions.',
  },
};
