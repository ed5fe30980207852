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
import { batch, message } from './messages.ts';

/** What a call carries beside its method and path. */
export interface CallOptions {
  /** The API key; by default the one the path takes, and null for none. */
  readonly key?: string | null | undefined;
  readonly query?: Readonly<Record<string, string>> | undefined;
  /** The body, written as JSON. */
  readonly body?: unknown;
  /** The body to the letter, instead. */
  readonly text?: string | undefined;
}

/** An answer with its JSON body. */
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

function keyFor(emulator: Emulator, path: string): string {
  return /^\/(account|topup)/.test(path) ? emulator.organization.apiKey : emulator.account.apiKey;
}

/** The body of a call that must succeed. */
export async function succeed<T>(emulator: Emulator, operation: string, options?: CallOptions): Promise<T> {
  const { status, body } = await call(emulator, operation, options);
  if (status !== 200) throw new Error(`${operation} was answered ${status} ${JSON.stringify(body)}`);
  return body as T;
}

/** Status, code and issues of a call that must be refused. */
export async function refuse(
  emulator: Emulator,
  operation: string,
  options?: CallOptions,
): Promise<{ status: number; code: string; issues?: Issue[] | undefined }> {
  const { status, body } = await call(emulator, operation, options);
  if (status === 200) throw new Error(`${operation} was accepted with ${JSON.stringify(body)}`);
  const { code, issues } = (body as ErrorBody).error;
  return issues === undefined ? { status, code } : { status, code, issues };
}

/** Sends messages; what they lack is that of {@link message}. */
export async function send(
  emulator: Emulator,
  messages: readonly Partial<OutboundMessage>[],
  options: CallOptions = {},
): Promise<QueuedMessage[]> {
  const body = { messages: messages.map(message) };
  return (await succeed<AddMessageResponse>(emulator, 'POST /message', { body, ...options })).messages;
}

/** Sends one message; what it lacks is that of {@link message}. */
export async function sendOne(
  emulator: Emulator,
  members: Partial<OutboundMessage> = {},
  options: CallOptions = {},
): Promise<QueuedMessage> {
  return (await send(emulator, [members], options))[0] as QueuedMessage;
}

/** Sends a batch, and answers its identifier; what it lacks is that of {@link batch}. */
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

/** One account as the list shows it; the first of the emulator unless another is named. */
export async function account(
  emulator: Emulator,
  identifier: string = emulator.account.identifier,
  key?: string,
): Promise<Account> {
  const found = (await accounts(emulator, key)).find((listed) => listed.identifier === identifier);
  if (found === undefined) throw new Error(`no account ${identifier} is listed`);
  return found;
}

/** Edits an account; the first of the emulator unless another is named. */
export async function edit(
  emulator: Emulator,
  changes: EditAccountRequest,
  identifier: string = emulator.account.identifier,
): Promise<void> {
  await succeed(emulator, `PATCH /account/${identifier}`, { body: changes });
}

/** Creates an account; the organization is the emulator's unless another key is given. */
export function createAccount(
  emulator: Emulator,
  name = 'Branch',
  key?: string,
): Promise<CreateAccountResponse> {
  return succeed(emulator, 'POST /account', { key, body: { name } });
}
