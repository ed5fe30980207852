import type { Credentials, Sandbox } from '../answers.ts';
import { exactly, type Members } from '../json-schema.ts';
import type { Operations } from '../operations.ts';
import { counted, linesOf } from '../texts.ts';
import type { Tool } from '../tool.ts';

function environmentMembers(operations: Operations): Members {
  return {
    variables: {
      type: 'object',
      additionalProperties: { type: 'string' },
      description: 'Environment variables for the application under test.',
    },
    ...operations.answer('getCredentials', 'organization account accounts sharedSenders'),
    ...operations.answer('getClock', 'now mode'),
  };
}

interface State extends Credentials {
  readonly now: string;
  readonly mode: string;
}

/** What an application needs to use a service. */
function environmentOf(url: string, { organization, account, accounts, sharedSenders, now, mode }: State) {
  const variables = {
    MESSAGING_BASE_URL: url,
    ...(account === null ? {} : { MESSAGING_ACCOUNT_KEY: account.apiKey }),
    MESSAGING_ORGANIZATION_KEY: organization.apiKey,
  };
  const lines = [
    ...Object.entries(variables).map(([name, value]) => `${name}=${value}`),
    account === null
      ? 'There is no account.'
      : `Account ${account.identifier}, ${sendersOf(account.senders)}.`,
    sharedSenders.length > 0 &&
      `A message from {"type": "shared"} gets one of ${counted(sharedSenders.length, 'shared sender ID')}.`,
    accounts.length > 1 && `${counted(accounts.length - 1, 'more account')}: see the data.`,
    `It is ${now}. ${mode === 'virtual' ? 'Time stands still until advance_clock moves it.' : 'Time follows the machine, and advance_clock moves it further.'}`,
  ];
  return { lines, data: { variables, organization, account, accounts, sharedSenders, now, mode } };
}

function sendersOf(senders: readonly string[]): string {
  if (senders.length === 0) return 'without sender IDs: pass "senders" in the accounts of open_sandbox';
  return `with the sender IDs ${senders.join(', ')}`;
}

/** Returns what the application needs. */
export const getEnvironment: Tool = {
  name: 'get_environment',
  title: 'Addresses and keys for the application',
  description:
    'Returns the environment variables with which the application under test uses this service instead of the real one, the account, its sender IDs, the time, and a mark: the position in the history, which other tools take as since. Call it first.',
  effect: 'reads',
  input: () => ({ members: {} }),
  output: (operations) => {
    const members = { ...environmentMembers(operations), ...operations.answer('getMark', 'mark') };
    return exactly(members, Object.keys(members));
  },
  run: async ({ controls }) => {
    const [credentials, clock, { mark }] = await Promise.all([
      controls.call<Credentials>('getCredentials'),
      controls.call<{ now: string; mode: string }>('getClock'),
      controls.call<{ mark: string }>('getMark'),
    ]);
    const { lines, data } = environmentOf(controls.url, { ...credentials, ...clock });
    return { text: linesOf([...lines, `mark: ${mark}`]), data: { ...data, mark } };
  },
};

/** Opens a service of one's own. */
export const openSandbox: Tool = {
  name: 'open_sandbox',
  title: 'Open a sandbox',
  description:
    'Opens a service of your own beside the others, with its own messages, clock and keys, and returns the environment variables for the application. Pass its sandbox to all other tools. Use it if other agents or tests share the server.',
  effect: 'adds',
  isAboutService: false,
  input: (operations) => ({
    members: operations.input('createSandbox', 'name clock now seed accounts'),
  }),
  output: (operations) => {
    const members = {
      sandbox: operations.answer('createSandbox', 'id').id ?? {},
      ...environmentMembers(operations),
    };
    return exactly(members, Object.keys(members));
  },
  advice: { conflict: 'Leave out the keys of accounts: the sandbox then has keys of its own.' },
  run: async ({ controls, args }) => {
    const { id, ...created } = await controls.call<Sandbox>('createSandbox', args);
    const { lines, data } = environmentOf(controls.url, created);
    return { text: linesOf([`sandbox: ${id}`, ...lines]), data: { sandbox: id, ...data } };
  },
};

/** Returns to the beginning. */
export const reset: Tool = {
  name: 'reset',
  title: 'Reset the service',
  description:
    'Discards all messages, webhooks, faults and moves of the clock, and returns to the initial configuration. The keys stay the same. Without a sandbox of your own, it also discards what others do with the server.',
  effect: 'replaces',
  input: (operations) => ({ members: operations.input('reset', 'ids') }),
  output: (operations) => {
    const members = operations.answer('reset', 'now mode');
    return exactly(members, Object.keys(members));
  },
  run: async ({ controls, args }) => {
    const { now, mode } = await controls.call<{ now: string; mode: string }>('reset', args);
    return { text: `The service is as at its start. It is ${now}.`, data: { now, mode } };
  },
};
