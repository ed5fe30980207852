import type {
  AnswerOf,
  CallOf,
  EndpointNamed,
  OperationName,
  PathParameters,
} from '@messaging-service/contract';
import { CATALOGUE } from '../rules/receipt-codes.ts';
import type { Account, Organization } from '../state/state.ts';
import type { Transaction } from '../state/transaction.ts';
import {
  createAccount,
  deactivateAccount,
  editAccount,
  listAccounts,
  topUpAccount,
  topUpOnAccountPath,
} from './accounts.ts';
import { addBatch, cancelBatch, listPendingBatches, readReceipts } from './batches.ts';
import { addMessages } from './messages.ts';

/** Who calls, as the row's kind of key says. */
interface Callers {
  readonly account: Account;
  readonly organization: Organization;
  readonly any: Account | Organization;
}

/** The caller of an operation. */
export type CallerOf<Name extends OperationName> = Callers[EndpointNamed<Name>['key']];

/** A call of an operation, as the schemas of its row read it. */
export type ValidCallOf<Name extends OperationName> = CallOf<Name> & {
  readonly params: PathParameters<EndpointNamed<Name>['path']>;
};

/** An operation's function: it gets a validated call and returns the body of the response, or throws a rejection. */
export type UseCase<Name extends OperationName> = (
  tx: Transaction,
  caller: CallerOf<Name>,
  call: ValidCallOf<Name>,
) => AnswerOf<Name>;

/** Every operation of the endpoint table; the type makes a missing one an error. */
export const useCases: { readonly [Name in OperationName]: UseCase<Name> } = {
  'messages.send': (tx, account, { body, query }) => addMessages(tx, account, body, query),
  'batches.send': (tx, account, { body, query }) => addBatch(tx, account, body, query),
  'batches.cancel': (tx, account, { params }) => cancelBatch(tx, account, params.batchUuid),
  'batches.receipts': (tx, account, { params, query }) => readReceipts(tx, account, params.batchUuid, query),
  'batches.listPending': (tx, account) => listPendingBatches(tx, account),
  'accounts.list': (tx, organization) => listAccounts(tx, organization),
  'accounts.create': (tx, organization, { body }) => createAccount(tx, organization, body),
  'accounts.update': (tx, organization, { params, body }) =>
    editAccount(tx, organization, params.accountUuid, body),
  'accounts.topUp': (tx, organization, { body }) =>
    topUpAccount(tx, organization, body.accountUuid, body.topup),
  'accounts.topUpOnAccountPath': (tx, organization, { params, body }) =>
    topUpOnAccountPath(tx, organization, params.accountUuid, body.topup),
  'accounts.deactivate': (tx, organization, { params }) =>
    deactivateAccount(tx, organization, params.accountUuid),
  'receiptCodes.list': () => [...CATALOGUE],
};
