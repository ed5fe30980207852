import { UNKNOWN_KEY, UNKNOWN_UUID } from '../../src/probe/unknown.ts';
import { acceptingEitherKey, type Call, KEYS } from '../altered-service.ts';
import { accepting, hasKey, notRefused, refusingWith, type WrongService } from './wrong-service.ts';

const isEdit = ({ operation }: Call) => operation.startsWith('PATCH /account/');
const listsWithoutKey = ({ operation, query }: Call) => operation === 'GET /batch' && !query.has('key');

/** Services that are wrong about keys, or about the errors of operations on accounts. */
export const authentication: readonly WrongService[] = [
  {
    id: 'authentication.key-required',
    breaks: 'KEY-1, KEY-6',
    is: 'lists batches without a key',
    detail: notRefused('batches.listPending'),
    target: accepting({ batches: [] }, listsWithoutKey),
  },
  ...[302, 399, 500].map((status) => ({
    id: 'authentication.key-required',
    breaks: 'KEY-6',
    is: `responds with ${status} to a call without a key`,
    detail: notRefused('batches.listPending', status),
    target: refusingWith(status, listsWithoutKey),
  })),
  {
    id: 'authentication.key-known',
    breaks: 'KEY-6',
    is: 'lists batches with an unknown key',
    detail: notRefused('batches.listPending'),
    target: accepting(
      { batches: [] },
      (call) => call.operation === 'GET /batch' && hasKey(call, UNKNOWN_KEY),
    ),
  },
  {
    id: 'authentication.account-key-for-messages',
    breaks: 'KEY-2, KEY-6',
    is: 'lists batches with the organization key',
    detail: notRefused('batches.listPending'),
    target: acceptingEitherKey(
      (call) => call.operation === 'GET /batch' && hasKey(call, KEYS.organizationKey),
    ),
  },
  {
    id: 'authentication.account-key-to-send',
    breaks: 'KEY-2, KEY-6',
    is: 'sends with the organization key',
    detail: notRefused('messages.send'),
    target: acceptingEitherKey(
      (call) => call.operation === 'POST /message' && hasKey(call, KEYS.organizationKey),
    ),
  },
  {
    id: 'authentication.organization-key-for-accounts',
    breaks: 'KEY-3, KEY-6',
    is: 'lists accounts with the account key',
    detail: notRefused('accounts.list'),
    target: acceptingEitherKey((call) => call.operation === 'GET /account' && hasKey(call, KEYS.accountKey)),
  },
  {
    id: 'authentication.organization-key-to-edit',
    breaks: 'KEY-3, KEY-6',
    is: 'edits accounts with the account key',
    detail: notRefused('accounts.update'),
    target: acceptingEitherKey((call) => isEdit(call) && hasKey(call, KEYS.accountKey)),
  },
  {
    id: 'edit-account.invalid-key',
    breaks: 'ERR-3, KEY-6',
    is: 'refuses an edit without a key with 401',
    detail: 'expected status 400; accounts.update returned 401',
    target: refusingWith(401, (call) => isEdit(call) && !call.query.has('key')),
  },
  {
    id: 'edit-account.invalid-key',
    breaks: 'ERR-3, KEY-6',
    is: 'refuses an edit with an unknown key with 401',
    detail: 'expected status 400; accounts.update returned 401',
    target: refusingWith(401, (call) => isEdit(call) && hasKey(call, UNKNOWN_KEY)),
  },
  {
    id: 'edit-account.invalid-uuid',
    breaks: 'ERR-3',
    is: 'refuses an edit with an invalid UUID with 404',
    detail: 'expected status 400; accounts.update returned 404',
    target: refusingWith(404, ({ operation }) => operation === 'PATCH /account/not-a-uuid'),
  },
  {
    id: 'edit-account.unknown-account',
    breaks: 'ERR-3',
    is: 'refuses an edit of an unknown account with 400',
    detail: 'expected status 404; accounts.update returned 400',
    target: refusingWith(400, ({ operation }) => operation === `PATCH /account/${UNKNOWN_UUID}`),
  },
  {
    id: 'top-up.unknown-account',
    breaks: 'ERR-3',
    is: 'refuses a top-up of an unknown account with 400',
    detail: 'expected status 404; accounts.topUp returned 400',
    target: refusingWith(
      400,
      ({ operation, body }) => operation === 'PATCH /topup' && body.includes(UNKNOWN_UUID),
    ),
  },
  {
    id: 'top-up.invalid-value',
    breaks: 'ERR-3',
    is: 'accepts a number of credits that is not a number',
    detail: notRefused('accounts.topUp'),
    target: accepting({}, ({ body }) => body.includes('"many"')),
  },
];
