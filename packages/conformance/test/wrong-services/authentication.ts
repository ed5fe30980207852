import { UNKNOWN_KEY, UNKNOWN_UUID } from '@messaging-service/conformance/core';
import { acceptingEitherKey, type Call, KEYS } from '../altered-service.ts';
import { accepting, breaking, hasKey, notRefused, refusingWith, type WrongService } from './wrong-service.ts';

const isEdit = ({ operation }: Call) => operation.startsWith('PATCH /account/');
const isCalled = (operation: string, key: string | undefined) => (call: Call) =>
  call.operation === operation && hasKey(call, key);
const listsWithoutKey = ({ operation, query }: Call) => operation === 'GET /batch' && !query.has('key');

/** Services that are wrong about keys, or about the errors of operations on accounts. */
export const authentication: readonly WrongService[] = [
  breaking('authentication.key-required', 'KEY-1, KEY-6', 'lists batches without a key', {
    detail: notRefused('batches.listPending'),
    target: accepting({ batches: [] }, listsWithoutKey),
  }),
  ...[302, 399, 500].map((status) =>
    breaking('authentication.key-required', 'KEY-6', `responds with ${status} to a call without a key`, {
      detail: notRefused('batches.listPending', status),
      target: refusingWith(status, listsWithoutKey),
    }),
  ),
  breaking('authentication.key-known', 'KEY-6', 'lists batches with an unknown key', {
    detail: notRefused('batches.listPending'),
    target: accepting({ batches: [] }, isCalled('GET /batch', UNKNOWN_KEY)),
  }),
  breaking(
    'authentication.account-key-for-messages',
    'KEY-2, KEY-6',
    'lists batches with the organization key',
    {
      detail: notRefused('batches.listPending'),
      target: acceptingEitherKey(isCalled('GET /batch', KEYS.organizationKey)),
    },
  ),
  breaking('authentication.account-key-to-send', 'KEY-2, KEY-6', 'sends with the organization key', {
    detail: notRefused('messages.send'),
    target: acceptingEitherKey(isCalled('POST /message', KEYS.organizationKey)),
  }),
  breaking(
    'authentication.organization-key-for-accounts',
    'KEY-3, KEY-6',
    'lists accounts with the account key',
    {
      detail: notRefused('accounts.list'),
      target: acceptingEitherKey(isCalled('GET /account', KEYS.accountKey)),
    },
  ),
  breaking('authentication.organization-key-to-edit', 'KEY-3, KEY-6', 'edits accounts with the account key', {
    detail: notRefused('accounts.update'),
    target: acceptingEitherKey((call) => isEdit(call) && hasKey(call, KEYS.accountKey)),
  }),
  breaking('edit-account.invalid-key', 'ERR-3, KEY-6', 'refuses an edit without a key with 401', {
    detail: 'expected status 400; accounts.update returned 401',
    target: refusingWith(401, (call) => isEdit(call) && !call.query.has('key')),
  }),
  breaking('edit-account.invalid-key', 'ERR-3, KEY-6', 'refuses an edit with an unknown key with 401', {
    detail: 'expected status 400; accounts.update returned 401',
    target: refusingWith(401, (call) => isEdit(call) && hasKey(call, UNKNOWN_KEY)),
  }),
  breaking('edit-account.invalid-uuid', 'ERR-3', 'refuses an edit with an invalid UUID with 404', {
    detail: 'expected status 400; accounts.update returned 404',
    target: refusingWith(404, ({ operation }) => operation === 'PATCH /account/not-a-uuid'),
  }),
  breaking('edit-account.unknown-account', 'ERR-3', 'refuses an edit of an unknown account with 400', {
    detail: 'expected status 404; accounts.update returned 400',
    target: refusingWith(400, ({ operation }) => operation === `PATCH /account/${UNKNOWN_UUID}`),
  }),
  breaking('top-up.unknown-account', 'ERR-3', 'refuses a top-up of an unknown account with 400', {
    detail: 'expected status 404; accounts.topUp returned 400',
    target: refusingWith(
      400,
      ({ operation, body }) => operation === 'PATCH /topup' && body.includes(UNKNOWN_UUID),
    ),
  }),
  breaking('top-up.invalid-value', 'ERR-3', 'accepts a number of credits that is not a number', {
    detail: notRefused('accounts.topUp'),
    target: accepting({}, ({ body }) => body.includes('"many"')),
  }),
];
