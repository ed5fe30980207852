import type { ErrorCode, RECEIPT_CAUSES } from '@messaging-service/contract';
import type * as sdk from '@messaging-service/sdk';

/** A program that runs in the page against the emulator, and fails in the way that its section is about. */
export type Reproduction = string;

type ErrorClass = {
  [Name in keyof typeof sdk]: (typeof sdk)[Name] extends abstract new (
    ...args: never
  ) => Error
    ? Name
    : never;
}[keyof typeof sdk];

interface Parts {
  /** Options of the emulator. */
  readonly emulator?: string;
  /** Statements before the client. */
  readonly before?: string;
  /** Options of the client in addition to its address and key. */
  readonly client?: readonly string[];
  readonly key?: string;
  /** The parts of the client that the program uses. */
  readonly uses?: string;
  /** Other names that it imports from the client. */
  readonly names?: string;
  readonly call: string;
}

/** A program with an emulator and a client. */
function withClient({
  emulator = '',
  before = '',
  client = [],
  key,
  uses = 'messages',
  names = '',
  call,
}: Parts): Reproduction {
  const owner =
    key ?? (uses === 'accounts' ? 'organizationKey: organization.apiKey' : 'accountKey: account.apiKey');
  return [
    "import { createEmulator } from '@messaging-service/emulator';",
    `import { createMessagingClient${names} } from '@messaging-service/sdk';`,
    '',
    `const emulator = createEmulator(${emulator});`,
    `const { baseUrl, fetch, ${uses === 'accounts' ? 'organization' : 'account'} } = emulator;`,
    ...(before === '' ? [] : [before]),
    `const { ${uses} } = createMessagingClient({`,
    ...['baseUrl', 'fetch', owner, ...client].map((option) => `  ${option},`),
    '});',
    '',
    call,
  ].join('\n');
}

/** A program that calls the service without the client, which refuses such requests before it sends them. */
const withFetch = (path: string, init: string): Reproduction =>
  [
    "import { createEmulator } from '@messaging-service/emulator';",
    '',
    'const { baseUrl, fetch, account } = createEmulator();',
    `const response = await fetch(\`\${baseUrl}${path}?key=\${account.apiKey}\`, ${init});`,
    'console.log(response.status, await response.text());',
  ].join('\n');

const TEXT = "to: '447700900123', from: { type: 'shared' }, body: 'Hello'";
const SEND = `await messages.sendOne({ ${TEXT} });`;
const OWN =
  "await messages.sendOne({ to: '447700900123', from: { type: 'custom', value: 'NOTMINE' }, body: 'Hello' });";
const NO_BATCH = "await batches.receipts('0190f3c4-5b6a-7c8d-9e0f-1a2b3c4d5e6f');";
const WRONG_KEY = "accountKey: 'ffffffffffffffffffffffffffffffff'";
const TWICE = `const message = { id: '0190f3c4-5b6a-7c8d-9e0f-1a2b3c4d5e6f', ${TEXT} } as const;\nawait messages.sendOne(message);\nawait messages.sendOne(message);`;
const NO_CREDITS = "{ accounts: [{ senders: ['DEMO'], credits: 0 }] }";
const onceFailing = (fault: string, call = SEND): Parts => ({
  before: `emulator.addFault(${fault});`,
  client: ['retry: false'],
  call,
});

/** A program for each error code of the service. */
export const BY_CODE: Readonly<Record<ErrorCode, Reproduction>> = {
  invalid_json: withFetch('/message', "{ method: 'POST', body: '{ \"messages\": [' }"),
  invalid_request: withFetch('/message', "{ method: 'POST', body: '{ \"messages\": [] }' }"),
  invalid_key: withClient({ key: WRONG_KEY, call: SEND }),
  multipart_not_allowed: withClient({
    uses: 'batches',
    emulator: "{ accounts: [{ senders: ['DEMO'] }] }",
    call: "const batch = { from: 'DEMO', message: 'A long text. '.repeat(20), destinations: ['447700900123'] };\nawait batches.send(batch, { allowMulti: false });",
  }),
  insufficient_credits: withClient({ emulator: NO_CREDITS, call: SEND }),
  sender_not_owned: withClient({ call: OWN }),
  batch_not_found: withClient({ uses: 'batches', call: NO_BATCH }),
  account_not_found: withClient({
    uses: 'accounts',
    call: "await accounts.deactivate('0190f3c4-5b6a-7c8d-9e0f-1a2b3c4d5e6f');",
  }),
  not_found: withFetch('/messages', "{ method: 'POST', body: '{}' }"),
  method_not_allowed: withFetch('/message', "{ method: 'DELETE' }"),
  batch_not_pending: withClient({
    uses: 'messages, batches',
    call: `const { batchUuid } = await messages.sendOne({ ${TEXT} });\nawait batches.cancel(batchUuid);`,
  }),
  duplicate_id: withClient({ call: TWICE }),
  shared_sender_unavailable: withClient({ emulator: '{ sharedSenders: [] }', call: SEND }),
  payload_too_large: withClient(onceFailing("{ code: 'payload_too_large' }")),
  service_unavailable: withClient(onceFailing("{ code: 'service_unavailable' }")),
};

const receipt = (code: string): Reproduction =>
  withClient({
    emulator: `{ carrier: { rules: [{ to: '447700900123', ${code === '00' ? "outcome: 'deliver'" : `outcome: 'fail', code: '${code}'`} }] } }`,
    call: `${SEND}\nconsole.log(emulator.messages()[0]?.receipt);`,
  });

/** A program for each receipt code. */
export const BY_RECEIPT: Readonly<Record<keyof typeof RECEIPT_CAUSES, Reproduction>> = {
  '00': receipt('00'),
  '1': receipt('1'),
  '2': receipt('2'),
  '22': receipt('22'),
  '30': receipt('30'),
  '31': receipt('31'),
  '32': receipt('32'),
  '40': receipt('40'),
  '41': receipt('41'),
};

/** A program for each class of errors. Those that only have subclasses have none. */
export const BY_CLASS: Readonly<Partial<Record<ErrorClass, Reproduction>>> = {
  ConfigurationError: [
    "import { createMessagingClient } from '@messaging-service/sdk';",
    '',
    "createMessagingClient({ baseUrl: 'api.example.com', accountKey: '' });",
  ].join('\n'),
  RequestValidationError: withClient({
    call: "await messages.sendOne({ to: '12', from: { type: 'shared' }, body: 'Hello' });",
  }),
  InvalidRequestError: withClient(onceFailing("{ code: 'invalid_request' }")),
  InvalidKeyError: BY_CODE.invalid_key,
  InsufficientCreditsError: BY_CODE.insufficient_credits,
  SenderNotOwnedError: BY_CODE.sender_not_owned,
  NotFoundError: BY_CODE.batch_not_found,
  ConflictError: BY_CODE.duplicate_id,
  RateLimitError: withClient(onceFailing("{ status: 429, headers: { 'retry-after': '2' } }")),
  ServerError: withClient(onceFailing('{ status: 500 }')),
  ApiError: withClient(onceFailing("{ status: 403, body: 'Blocked by a firewall' }")),
  ResponseError: withClient(onceFailing("{ status: 200, body: '<html></html>' }")),
  ConnectionError: withClient(onceFailing("{ disconnect: true, when: 'after' }")),
  TimeoutError: withClient({
    before: "emulator.addFault({ delay: '5s' });",
    client: ['retry: false', 'timeout: 100'],
    call: SEND,
  }),
  ReceiptsTimeoutError: withClient({
    emulator: "{ carrier: { rules: [{ to: '447700900123', outcome: 'hold' }] } }",
    uses: 'messages, batches',
    call: `const { batchUuid } = await messages.sendOne({ ${TEXT} });\nawait batches.waitForReceipts(batchUuid, { timeout: 100 });`,
  }),
  UnexpectedResponseError: withClient(onceFailing("{ status: 200, body: '<html></html>' }")),
  AbortError: withClient({ call: `await messages.sendOne({ ${TEXT} }, { signal: AbortSignal.abort() });` }),
  SendManyStoppedError: withClient({
    key: WRONG_KEY,
    call: `const texts = Array.from({ length: 3 }, () => ({ ${TEXT} }) as const);\nfor await (const outcome of messages.sendMany(texts, { chunkSize: 1, concurrency: 1 })) console.log(outcome.status);`,
  }),
};
