import { ERRORS, type ErrorBody, type ErrorCode, type OperationName } from '@messaging-service/contract';
import { OPERATIONS, type Operation } from '@messaging-service/emulator/host';
import { json, type Node } from './document.ts';
import type { Examples } from './examples.ts';

const SENTENCES: Readonly<Record<ErrorCode, string>> = {
  invalid_json: 'the body is not JSON',
  invalid_request: 'a field is missing, unknown or invalid, and `issues` lists each of them',
  invalid_key: 'the API key is missing, unknown, of the wrong kind, or belongs to a deactivated account',
  multipart_not_allowed: 'the text takes more than one unit although `allowMulti` is false',
  insufficient_credits: 'the account or the organization has too few credits',
  sender_not_owned: 'the account does not own the custom sender ID',
  batch_not_found: 'the account has no batch with this UUID',
  account_not_found: 'the organization has no account with this UUID, or the account was deleted',
  not_found: 'the path does not exist',
  method_not_allowed: 'the path has no operation with this method',
  batch_not_pending: 'the batch has been sent, so it cannot be cancelled',
  duplicate_id: 'the identifier was used before',
  shared_sender_unavailable: 'every shared sender ID is locked to another account for this number',
  payload_too_large: 'the body is larger than the service accepts',
  service_unavailable: 'the service cannot process requests at present, and did nothing',
};

/** Responses that every operation can have beside those of its own codes, by status. */
const GENERAL = {
  401: 'unauthorized',
  405: 'method_not_allowed',
  429: 'too_many_requests',
  '5XX': 'server_error',
  default: 'error',
} as const;

/** The emulator returns these two only on demand, so the examples are written here. */
const TOO_MANY_REQUESTS: ErrorBody = {
  error: { code: 'too_many_requests', message: 'Too many requests. Try again in 2 seconds.' },
};
const SERVER_ERROR: ErrorBody = {
  error: { code: 'internal_error', message: 'The service failed to process the request.' },
};

/** The error responses of operations with one path and method: those of their codes, then those of every operation. */
export function describeRefusals(operations: readonly Operation[], { invalidRequests }: Examples): Node {
  const invalid = operations.flatMap(({ name }) => invalidRequests.get(name) ?? []).at(0);
  const own = byStatus(operations.flatMap(errorCodes)).map(([status, codes]): [number, Node] => [
    status,
    codes.length === 1 ? shared(codes[0] ?? '') : describeRefusal(codes, invalid),
  ]);
  const general = Object.entries(GENERAL).map(([status, name]) => [status, shared(name)] as const);
  return { ...Object.fromEntries(own), ...Object.fromEntries(general) };
}

/** A refusal that can have one reason only is the same wherever it is returned. */
function shared(name: string): Node {
  return { $ref: `#/components/responses/${name}` };
}

function describeRefusal(codes: readonly ErrorCode[], invalid?: ErrorBody): Node {
  const shown = codes.map((code) => {
    const own = code === 'invalid_request' && invalid !== undefined;
    return [code, own ? exampleOf(invalid) : { $ref: `#/components/examples/${code}` }] as const;
  });
  const reasons = codes.map((code) => `\`${code}\`: ${SENTENCES[code]}`);
  return refusal(`The request is refused. ${reasons.join('; ')}.`, Object.fromEntries(shown));
}

/** Error responses that several operations share. */
export function sharedRefusals(): Node {
  const sole = OPERATIONS.flatMap((operation) => byStatus(errorCodes(operation)))
    .filter(([, codes]) => codes.length === 1)
    .map(([, codes]) => [String(codes[0]), describeRefusal(codes)] as const);
  const ref = (code: string) => ({ [code]: { $ref: `#/components/examples/${code}` } });
  const seconds = { type: 'string', examples: ['2'] };
  const retryAfter = { 'Retry-After': { description: 'Seconds to wait, or an HTTP date.', schema: seconds } };
  return {
    ...Object.fromEntries(sole),
    unauthorized: refusal(
      'The API key was not accepted. The service documents status 400 for this case; gateways in front of it respond with 401.',
      ref('invalid_key'),
    ),
    method_not_allowed: refusal(
      `The request is refused: ${SENTENCES.method_not_allowed}.`,
      ref('method_not_allowed'),
    ),
    too_many_requests: {
      ...refusal('Too many requests. Nothing was processed; wait before you send the request again.', {
        too_many_requests: exampleOf(TOO_MANY_REQUESTS),
      }),
      headers: retryAfter,
    },
    server_error: {
      ...refusal(
        'The service failed. The request may have been processed, unless the code is `service_unavailable`. A proxy may respond with a body that is not JSON.',
        { server_error: exampleOf(SERVER_ERROR), ...ref('service_unavailable') },
      ),
      headers: retryAfter,
    },
    error: refusal('Any other error.', ref('invalid_request')),
  };
}

function refusal(description: string, examples: Node): Node {
  const schema = { $ref: '#/components/schemas/ErrorBody' };
  return { description, content: json(schema, examples) };
}

function exampleOf(value: ErrorBody): Node {
  return { summary: value.error.message, value };
}

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
function errorCodes({ name, body, path }: Operation): ErrorCode[] {
  const takesInput = body !== null || path.includes('{');
  const general: readonly ErrorCode[] = takesInput
    ? ['invalid_request', 'invalid_key']
    : ['invalid_key', 'invalid_request'];
  const ofBody: readonly ErrorCode[] = body === null ? [] : ['invalid_json', 'payload_too_large'];
  return [...general, ...ofBody, ...OWN[name]];
}

/** The statuses of codes, each with its codes. An object lists them in ascending order. */
function byStatus(codes: readonly ErrorCode[]): [number, ErrorCode[]][] {
  return [...Map.groupBy(new Set(codes), (code): number => ERRORS[code].status)];
}
