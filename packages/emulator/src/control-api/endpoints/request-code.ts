import {
  type BatchRequest,
  type MergedAddMessageRequest,
  type OperationName,
  validate,
} from '@messaging-service/contract';
import * as z from 'zod/mini';
import type { Principal } from '../../domain/state/state.ts';
import { keyOf } from '../../http/decode.ts';
import { parseIfJson } from '../../http/json.ts';
import { contentOf, requireRequest } from '../../public-api/logged-request.ts';
import { findOperation, type Operation } from '../../public-api/operations.ts';
import { doc, optional } from '../../runtime/options/doc.ts';
import { DEFAULT_ACCOUNT } from '../../runtime/options/initial-state.ts';
import { type Endpoint, endpoint } from '../endpoint.ts';
import { text, textOrNull } from '../values.ts';
import { curlCommand } from './curl-command.ts';
import { IDENTIFIERS, withFreshIds } from './replay.ts';

/** Another address could be an option of curl, or a file. */
function isWebAddress(text: string): boolean {
  return /^https?:\/\/[^\s?#]+$/i.test(text) && URL.canParse(text);
}

const codeQuery = z.strictObject({
  baseUrl: doc(
    z
      .string()
      .check(z.refine(isWebAddress, 'must be an http or https address, such as http://127.0.0.1:4010')),
    'The address that the code calls.',
    'http://127.0.0.1:4010',
  ),
  ids: optional(
    z.enum(IDENTIFIERS),
    'Whether the code uses new identifiers (`new`, the default) or those of the call (`same`).',
    'new',
  ),
});

const codeAnswer = z.strictObject({
  curl: text(
    'The call as a command for a POSIX shell with curl, which sends the same request, headers included.',
    "curl 'http://127.0.0.1:4010/message?key=decade00decade00decade00decade00'",
  ),
  sdk: textOrNull(
    'The call as a program with the client; null if the client has no such call.',
    'await client.batches.listPending();',
  ),
  test: textOrNull(
    'The call as a test for Vitest; null if the client has no such call.',
    "test('lists pending batches', async () => {});",
  ),
});

/** `GET /requests/{id}/code`. */
export type RequestCode = z.infer<typeof codeAnswer>;

/** Logged calls as code. */
export const CODE_ENDPOINTS: readonly Endpoint[] = [
  endpoint('getRequestCode', 'GET /requests/{id}/code', {
    tag: 'inspector',
    id: ['The `id` of a call in the log.', '7'],
    description:
      'Returns a logged call as a curl command, and where possible as a program with the client and as a test. The code contains the key and the secrets of the call.',
    query: codeQuery,
    answer: codeAnswer,
    run: ({ service, id, query: { baseUrl, ids } }) => {
      const entry = requireRequest(service, id);
      const { method, url, body, rawHeaders } = entry.request;
      const { status, errorCode } = contentOf(entry);
      const keyKind = service.core.state.principals.get(keyOf(url) ?? '')?.kind;
      const sent = ids === 'same' ? body : withFreshIds(body);
      return codeOf({ method, url, body: sent, rawHeaders, status, errorCode, baseUrl, keyKind });
    },
  }),
];

/** The part of a logged call that code needs to repeat it, and the service that the code calls. */
export interface CodeSource {
  readonly method: string;
  /** Path and query, with the key. */
  readonly url: string;
  readonly body: string;
  /** Names and values of the headers alternate; undefined when they are not known. */
  readonly rawHeaders?: readonly string[] | undefined;
  /** Status of the response; null when a fault cut the connection. */
  readonly status: number | null;
  /** Code of the error it was refused with; null when it succeeded. */
  readonly errorCode: string | null;
  /** Address of the service. */
  readonly baseUrl: string;
  /** The owner of the key of the call; undefined for an unknown key. */
  readonly keyKind: Principal['kind'] | undefined;
}

/** A logged call as code. The client has methods for operations only, and a test can check only messages. */
export function codeOf(source: CodeSource): RequestCode {
  const call = clientCallOf(source);
  const messages = call === undefined ? undefined : messagesOf(call);
  return {
    curl: curlCommand(source),
    sdk: call === undefined ? null : programOf(source, call),
    test: call === undefined || messages === undefined ? null : testOf(source, call, messages),
  };
}

/** The call in a program with the SDK. */
function programOf({ url, baseUrl, keyKind }: CodeSource, { operation: { key }, text }: ClientCall): string {
  const keyName = (key === 'any' ? keyKind : key) === 'organization' ? 'organizationKey' : 'accountKey';
  return `import { createMessagingClient } from '@messaging-service/sdk';

const client = createMessagingClient({
  baseUrl: ${literal(baseUrl)},
  ${keyName}: ${literal(keyOf(url) ?? 'YOUR_API_KEY')},
});

console.log(await ${text});
`;
}

/** A test that makes the call and checks its result. */
function testOf(source: CodeSource, call: ClientCall, messages: readonly CodeMessage[]): string {
  const [name, ...steps] = stepsOf(source, call, messages);
  return `import { createEmulator } from '@messaging-service/emulator';
import { createMessagingClient } from '@messaging-service/sdk';
import { expect, test } from 'vitest';

test(${literal(name)}, async () => {
  const emulator = createEmulator();
  const client = createMessagingClient({
    baseUrl: emulator.baseUrl,
    accountKey: emulator.account.apiKey,
    fetch: emulator.fetch,
  });
${steps.join('\n').replaceAll(/^(?=.)/gm, '  ')}
  emulator.close();
});
`;
}

/** The name of a test, and the steps that make the call and check its result. */
function stepsOf(
  { status, errorCode }: CodeSource,
  { text, isDryRun }: ClientCall,
  messages: readonly CodeMessage[],
): readonly [name: string, ...steps: string[]] {
  const refused = (error: string): readonly [string, string] => [
    'the request is refused',
    `await expect(${text}).rejects.toMatchObject({ ${error} });`,
  ];
  // The wait for a message returns the latest one to a number.
  const last = messages.at(-1);
  // The client does not send a call that is not valid.
  if (last === undefined) return refused("name: 'RequestValidationError'");
  if (status !== null && status >= 400)
    return refused(errorCode === null ? `status: ${status}` : `code: ${literal(errorCode)}`);
  const steps = [...senderLines(messages), `await ${text};`];
  if (isDryRun) return ['the request is valid', ...steps, 'expect(emulator.messages()).toEqual([]);'];
  return [
    'the message is sent',
    ...steps,
    `const message = await emulator.waitForMessage({ to: ${literal(last.to)} });`,
    `expect(message.body).toBe(${literal(last.body)});`,
  ];
}

/** A message that a call sends. */
interface CodeMessage {
  readonly to: string;
  readonly body: string;
  /** Its custom sender ID; undefined for a shared one. */
  readonly sender: string | undefined;
}

/** Sender IDs that the default account of an emulator owns. */
const DEFAULT_SENDERS: ReadonlySet<string> = new Set(DEFAULT_ACCOUNT.senders);

/** Registers the sender IDs that the default account does not own. */
function senderLines(messages: readonly CodeMessage[]): string[] {
  return [...new Set(messages.flatMap(({ sender = [] }) => sender))]
    .filter((sender) => !DEFAULT_SENDERS.has(sender))
    .map((sender) => `emulator.registerSender(emulator.account.identifier, ${literal(sender)});`);
}

/** A call of the client. */
interface ClientCall {
  readonly operation: Operation;
  /** The call as an expression. */
  readonly text: string;
  readonly body: unknown;
  readonly isDryRun: boolean;
}

/** The call of the client that makes the same request; undefined if there is none. */
function clientCallOf({ method, url, body: written }: CodeSource): ClientCall | undefined {
  const body = parseIfJson(written);
  const route = findOperation(method, url, written);
  if (route === undefined) return undefined;
  const { operation, params, query } = route;
  const checked = validate(operation.query, query);
  if (!checked.ok || (operation.body !== null && body === undefined)) return undefined;
  const { isDryrun: dryRun, ...flags } = checked.value as Readonly<Record<string, boolean | undefined>>;
  const options = Object.entries({ dryRun, ...flags }).filter(([, flag]) => flag !== undefined);
  const values = [...Object.values(params), ...(operation.body === null ? [] : [body])];
  const isTopUp = operation.name === 'accounts.topUpOnAccountPath';
  const texts = (isTopUp ? [{ ...params, ...(body as object) }] : values).map(literal);
  if (options.length > 0) texts.push(`{ ${options.map(([flag, value]) => `${flag}: ${value}`).join(', ')} }`);
  const text = `client.${CLIENT_METHODS[operation.name] ?? operation.name}(${texts.join(', ')})`;
  return { operation, text, body, isDryRun: dryRun === true };
}

/** The methods of the client that do not have the name of their operation. */
const CLIENT_METHODS: Partial<Record<OperationName, string>> = {
  'accounts.topUpOnAccountPath': 'accounts.topUp',
  'receiptCodes.list': 'receiptCodes',
};

/** The messages that a call sends: none if its body is not valid, and undefined if the operation does not send. */
function messagesOf({ operation, body }: ClientCall): CodeMessage[] | undefined {
  if (operation.body === null || !operation.name.endsWith('.send')) return undefined;
  const checked = validate(operation.body, body);
  if (!checked.ok) return [];
  if (operation.name === 'messages.send') {
    const { messages } = checked.value as MergedAddMessageRequest;
    return messages.map(({ to, from, body: text }) => ({
      to,
      body: text,
      sender: from.type === 'custom' ? from.value : undefined,
    }));
  }
  const { from: sender, message, destinations } = checked.value as BatchRequest;
  return destinations.map((to) => ({ to, body: message, sender }));
}

/** A value as an expression of JavaScript: JSON with single quotes, and names without quotes where that is possible. */
function literal(value: unknown): string {
  return (
    JSON.stringify(value, null, 2)
      // As a plain name it would set the prototype.
      .replaceAll(/^(\s*)"__proto__":/gm, '$1["__proto__"]:')
      .replaceAll(/^(\s*)"([A-Za-z_]\w*)":/gm, '$1$2:')
      .replaceAll(
        /"((?:[^"\\]|\\.)*)"/g,
        (_, inner: string) => `'${inner.replaceAll('\\"', '"').replaceAll("'", "\\'")}'`,
      )
  );
}
