import { methodOf } from '@messaging-service/contract';
import type { CallPromise, CallResult } from './call/call.ts';
import type { AccountClient, CommonClient } from './client.ts';

/**
 * Replacements for the operations of a client, for tests. Return the value or a promise of it, without `withResponse`.
 * Leave out what your test does not need.
 *
 * @typeParam Client - The type of the client, such as `AccountClient`.
 */
export type ClientStub<Client> = {
  readonly [Name in keyof Client]?: Client[Name] extends (...parameters: infer Parameters) => infer Result
    ? (
        ...parameters: Parameters
      ) => Result extends CallPromise<infer Data> ? Data | PromiseLike<Data> : Result
    : ClientStub<Client[Name]>;
};

/** The operations of all clients. One that a stub lacks throws an error that names it. */
const OPERATIONS = {
  messages: ['send', 'sendOne', 'sendMany'],
  batches: ['send', 'cancel', 'receipts', 'waitForReceipts', 'listPending'],
  accounts: ['list', 'create', 'update', 'deactivate', 'topUp', 'receiptCodes'],
} as const;

type Operation = (...parameters: readonly unknown[]) => unknown;

/**
 * Creates a client from your own functions, to test code that takes a client. It sends nothing. To test what the service
 * does with a request, use the emulator instead.
 *
 * @typeParam Client - The type of the client. Default: `AccountClient`.
 * @param operations - The functions, by the names of the client. Any other operation throws an error that names it.
 * @returns The client. The results of its calls have `withResponse`, with the status 200.
 *
 * @example
 * ```ts
 * import { stubClient } from '@messaging-service/sdk';
 *
 * const client = stubClient({ batches: { listPending: async () => ({ batches: [] }) } });
 * console.log((await client.batches.listPending()).batches.length); // 0
 * ```
 */
export function stubClient<Client extends CommonClient = AccountClient>(
  operations: ClientStub<NoInfer<Client>>,
): Client {
  const given = operations as Readonly<Record<string, unknown>>;
  const resources = Object.entries(OPERATIONS).map(([resource, names]) => {
    const own = (given[resource] ?? {}) as Readonly<Record<string, Operation | undefined>>;
    return [
      resource,
      Object.fromEntries(names.map((name) => [name, stubOf(`${resource}.${name}`, methodOf(own, name))])),
    ];
  });
  const common = ['receiptCodes', 'request', 'with'].map((name) => [
    name,
    stubOf(name, methodOf(given, name) as Operation | undefined),
  ]);
  return Object.fromEntries([...resources, ...common]) as Client;
}

function stubOf(name: string, operation: Operation | undefined): Operation {
  return (...parameters) => {
    if (operation === undefined)
      throw new Error(
        `Your test called ${name}, which the stub does not have: add it to the argument of stubClient.`,
      );
    const result = operation(...parameters);
    // `sendMany` returns a generator and `with` a client: their results are not promises.
    return name === 'messages.sendMany' || name === 'with' ? result : callOf(result);
  };
}

/** The promise of a call that ended with a value. */
function callOf<Data>(value: Data | PromiseLike<Data>): CallPromise<Data> {
  const data = Promise.resolve(value);
  const withResponse = async (): Promise<CallResult<Data>> => ({
    data: await data,
    status: 200,
    headers: {},
    requestId: undefined,
    timing: { startedAt: new Date(), durationMs: 0 },
    attempts: 1,
  });
  return Object.assign(data, { withResponse });
}
