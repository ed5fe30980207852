import type {
  Account,
  AccountsResponse,
  AddMessageResponse,
  BatchRequest,
  BatchResponse,
  CreateAccountResponse,
  EditAccountRequest,
  ErrorBody,
  Issue,
  OutboundMessage,
  PendingBatch,
  PendingBatchesResponse,
  QueuedMessage,
  ReceiptSummary,
} from '@messaging-service/contract';
import type { Emulator } from '@messaging-service/emulator';
import { expect } from 'vitest';
import { batch, message } from './messages.ts';

/** The parameters of a call, besides its method and path. */
export interface CallOptions {
  /** The API key; default: the key that the path takes; null for none. */
  readonly key?: string | null | undefined;
  readonly query?: Readonly<Record<string, string>> | undefined;
  /** The body, which is serialized as JSON. */
  readonly body?: unknown;
  /** The body as raw text, instead of `body`. */
  readonly text?: string | undefined;
}

/** A response with its JSON body. */
export interface Answer {
  readonly status: number;
  readonly body: unknown;
}

/** Makes one call of the public API, such as `'POST /message'`. */
export async function call(
  emulator: Emulator,
  operation: string,
  { key, query, body, text }: CallOptions = {},
): Promise<Answer> {
  const [method = '', path = ''] = operation.split(' ');
  const parameters = new URLSearchParams(query);
  const chosen = key === undefined ? keyFor(emulator, path) : key;
  if (chosen !== null) parameters.set('key', chosen);
  const payload = text ?? (body === undefined ? null : JSON.stringify(body));
  const url = `${emulator.baseUrl}${path}?${parameters.toString()}`;
  const response = await emulator.fetch(url, { method, body: payload });
  return { status: response.status, body: await response.json() };
}

/** The key that a path of the public API takes. */
export function keyFor(emulator: Emulator, path = ''): string {
  return /^\/(account|topup)/.test(path) ? emulator.organization.apiKey : emulator.account.apiKey;
}

/** Returns the body of a call that must succeed. */
export async function succeed<T>(emulator: Emulator, operation: string, options?: CallOptions): Promise<T> {
  const { status, body } = await call(emulator, operation, options);
  if (status !== 200) throw new Error(`${operation} returned ${status} ${JSON.stringify(body)}`);
  return body as T;
}

/** Returns status, code and issues of a call that must be refused, and that must not change anything (API-9). */
export async function refuse(
  emulator: Emulator,
  operation: string,
  options?: CallOptions,
): Promise<{ status: number; code: string; issues?: Issue[] | undefined }> {
  const before = stateOf(emulator);
  const { status, body } = await call(emulator, operation, options);
  if (status === 200) throw new Error(`${operation} was accepted with ${JSON.stringify(body)}`);
  expect(stateOf(emulator), `${operation} returned ${status}, and had an effect`).toBe(before);
  const { code, issues } = (body as ErrorBody).error;
  return issues === undefined ? { status, code } : { status, code, issues };
}

/** Sends messages that must be refused. The members may be invalid; missing ones are those of {@link message}. */
export function refuseMessages(emulator: Emulator, messages: readonly object[], options: CallOptions = {}) {
  return refuse(emulator, 'POST /message', { body: { messages: messages.map(message) }, ...options });
}

/** Sends a batch that must be refused. The members may be invalid; missing ones are those of {@link batch}. */
export function refuseBatch(emulator: Emulator, members: object = {}, options: CallOptions = {}) {
  return refuse(emulator, 'POST /batch', { body: batch(members), ...options });
}

/** Everything that affects later results, except the time of a clock that runs. */
function stateOf(emulator: Emulator): string {
  const { now: _, ...state } = emulator.snapshot();
  return JSON.stringify(state);
}

/** Sends messages. Missing members are those of {@link message}. */
export async function send(
  emulator: Emulator,
  messages: readonly Partial<OutboundMessage>[],
  options: CallOptions = {},
): Promise<QueuedMessage[]> {
  const body = { messages: messages.map(message) };
  return (await succeed<AddMessageResponse>(emulator, 'POST /message', { body, ...options })).messages;
}

/** Sends one message. Missing members are those of {@link message}. */
export async function sendOne(
  emulator: Emulator,
  members: Partial<OutboundMessage> = {},
  options: CallOptions = {},
): Promise<QueuedMessage> {
  return (await send(emulator, [members], options))[0] as QueuedMessage;
}

/** Sends a batch and returns its identifier. Missing members are those of {@link batch}. */
export async function sendBatch(
  emulator: Emulator,
  members: Partial<BatchRequest> = {},
  options: CallOptions = {},
): Promise<string> {
  const answer = await succeed<BatchResponse>(emulator, 'POST /batch', { body: batch(members), ...options });
  return answer.identifier;
}

/** The receipts of a batch, with details. */
export function receipts(
  emulator: Emulator,
  batchUuid: string,
  options: CallOptions = {},
): Promise<ReceiptSummary> {
  return succeed(emulator, `GET /batch/${batchUuid}`, { query: { details: 'true' }, ...options });
}

/** The pending batches of an account. */
export async function pending(emulator: Emulator, key?: string): Promise<PendingBatch[]> {
  return (await succeed<PendingBatchesResponse>(emulator, 'GET /batch', { key })).batches;
}

/** All accounts of an organization. */
export async function accounts(emulator: Emulator, key?: string): Promise<Account[]> {
  return (await succeed<AccountsResponse>(emulator, 'GET /account', { key })).accounts;
}

/** Finds an account in the list; default: the first account of the emulator. */
export async function account(
  emulator: Emulator,
  identifier: string = emulator.account.identifier,
  key?: string,
): Promise<Account> {
  const found = (await accounts(emulator, key)).find((listed) => listed.identifier === identifier);
  if (found === undefined) throw new Error(`account ${identifier} is not listed`);
  return found;
}

/** Edits an account; default: the first account of the emulator. */
export async function edit(
  emulator: Emulator,
  changes: EditAccountRequest,
  identifier: string = emulator.account.identifier,
): Promise<void> {
  await succeed(emulator, `PATCH /account/${identifier}`, { body: changes });
}

/** Creates an account; default: in the emulator's organization. */
export function createAccount(
  emulator: Emulator,
  name = 'Branch',
  key?: string,
): Promise<CreateAccountResponse> {
  return succeed(emulator, 'POST /account', { key, body: { name } });
}
