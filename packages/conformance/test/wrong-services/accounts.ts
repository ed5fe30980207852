import type { ConformanceTarget } from '@messaging-service/conformance';
import { UNKNOWN_KEY } from '../../src/probe/unknown.ts';
import { type AlteredAccount, altering, type Call, responding, rewriting } from '../altered-service.ts';
import {
  accepting,
  hasNewKey,
  notRefused,
  refusingWith,
  responsesTo,
  succeedingWith,
  type WrongService,
} from './wrong-service.ts';

/** The cases that send with the key of a new account. */
const INBOUND = ['webhooks.inbound', 'webhooks.inbound-signed', 'webhooks.inbound-unsigned'];
/** The cases that look for a new account in the list. */
const LISTED = ['edit-account.edit', 'top-up.adds-paid-credits', 'accounts.deactivate'];

const listsAsNewAccount = (call: Call) => call.operation === 'GET /batch' && hasNewKey(call, UNKNOWN_KEY);
const isTestEdit = ({ body }: Call) => body.includes('"negative_limit":7');

/** A service that lists only some accounts. */
function listing(isListed: (account: AlteredAccount) => boolean): ConformanceTarget {
  return altering(responsesTo('GET /account', ({ accounts }) => ({ accounts: accounts.filter(isListed) })));
}

/** A service that refuses an edit of a deactivated account with 400. */
function forgettingDeactivated(): ConformanceTarget {
  const deactivated = new Set<string>();
  return responding(({ operation }) => {
    const [method, path = ''] = operation.split(' ');
    if (method === 'DELETE') deactivated.add(path);
    return method === 'PATCH' && deactivated.has(path) ? Response.json({}, { status: 400 }) : undefined;
  });
}

/** Services that are wrong about accounts which are created, edited, topped up and deactivated. */
export const accounts: readonly WrongService[] = [
  {
    id: 'accounts.create',
    breaks: 'KEY-4',
    is: 'creates accounts with a longer key',
    detail: 'its key does not have 32 hexadecimal characters',
    target: altering(
      responsesTo('POST /account', (body) => {
        const { apiKey } = body as unknown as { readonly apiKey: string };
        return { ...body, apiKey: `${apiKey}0` };
      }),
    ),
    also: INBOUND,
  },
  {
    id: 'accounts.create',
    breaks: 'ACC-3',
    is: 'creates accounts whose key does not work',
    detail: 'expected status 200; batches.listPending returned 400',
    target: refusingWith(400, listsAsNewAccount),
  },
  {
    id: 'accounts.create',
    breaks: 'ACC-2',
    is: 'does not list new accounts',
    detail: 'is not listed',
    target: listing(({ name }) => name !== 'Conformance check'),
    also: LISTED,
  },
  {
    id: 'edit-account.edit',
    breaks: 'ACC-4',
    is: 'changes other members in an edit',
    detail: 'the account is now {',
    target: rewriting((call) =>
      isTestEdit(call) ? { body: `{"schedule":"0 0 * * *",${call.body.slice(1)}` } : undefined,
    ),
  },
  {
    id: 'edit-account.edit',
    breaks: 'ACC-4',
    is: 'edits with another status than success',
    detail: 'the status was accepted',
    target: altering((_, { operation }) =>
      operation.startsWith('PATCH /account/') ? { status: 'accepted' } : undefined,
    ),
  },
  ...[
    ['predefined names of schedules', '@hourly'],
    ['extended cron syntax', '0 0 L'],
  ].map(([syntax, schedule = '']) => ({
    id: 'edit-account.standard-cron-only',
    breaks: 'ACC-6',
    is: `accepts ${syntax}`,
    detail: 'expected status 400; accounts.update returned 200',
    target: accepting({ status: 'success' }, ({ body }) => body.includes(schedule)),
  })),
  {
    id: 'top-up.adds-paid-credits',
    breaks: 'CRD-9',
    is: 'adds twice the credits',
    detail: 'a new account had 2 paid credits after a top-up of 1',
    target: rewriting(({ operation, body }) =>
      operation === 'PATCH /topup' ? { body: body.replace('"topup":1', '"topup":2') } : undefined,
    ),
  },
  {
    id: 'top-up.adds-paid-credits',
    breaks: 'ACC-8',
    is: 'tops up without effect',
    detail: 'a new account had 0 paid credits after a top-up of 1',
    target: accepting({}, ({ body }) => body.includes('"topup":1}') && !body.includes('00000000-')),
    also: INBOUND,
  },
  {
    id: 'accounts.deactivate',
    breaks: 'ACC-10',
    is: 'does not deactivate',
    detail: 'it is not listed as deleted',
    target: accepting({}, ({ operation }) => operation.startsWith('DELETE /account/')),
  },
  {
    id: 'accounts.deactivate',
    breaks: 'ACC-10',
    is: 'deactivates with status 204',
    detail: 'expected status 200; accounts.deactivate returned 204',
    target: succeedingWith(204, ({ operation }) => operation.startsWith('DELETE /account/')),
  },
  {
    id: 'accounts.deactivate',
    breaks: 'ACC-2',
    is: 'does not list deactivated accounts',
    detail: 'is not listed',
    target: listing(({ deleted }) => !deleted),
  },
  {
    id: 'accounts.deactivate',
    breaks: 'KEY-6',
    is: 'accepts the key of a deactivated account',
    detail: notRefused('batches.listPending'),
    target: accepting({ batches: [] }, listsAsNewAccount),
  },
  {
    id: 'accounts.deactivate',
    breaks: 'ERR-3',
    is: 'refuses an edit of a deactivated account with 400',
    detail: 'expected status 404; accounts.update returned 400',
    target: forgettingDeactivated(),
  },
];
