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
import { findOperation, type Operation } from '../../public-api/operations.ts';
import { doc, optional } from '../../runtime/options/doc.ts';
import { type Endpoint, endpoint } from '../endpoint.ts';
import { text, textOrNull } from '../values.ts';
import { contentOf, requireRequest } from './logged-request.ts';
import { IDENTIFIERS, withFreshIds } from './replay.ts';

const codeQuery = z.strictObject({
  baseUrl: doc(z.string(), 'The address that the code calls.', 'http://127.0.0.1:4010'),
  ids: optional(
    z.enum(IDENTIFIERS),
    'Whether the code uses new identifiers (`new`, the default) or those of the call (`same`).',
    'new',
  ),
});

const codeAnswer = z.strictObject({
  curl: text(
    'The call as a curl command.',
    'curl http://127.0.0.1:4010/message?key=decade00decade00decade00decade00',
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
    run: ({ service, id, query: { baseUrl, ids } }): RequestCode => {
      const entry = requireRequest(service, id);
      const { method, url, body } = entry.request;
      const { status, errorCode } = contentOf(entry);
      const source = { method, url, body: ids === 'same' ? body : withFreshIds(body), status, errorCode };
      const target = { baseUrl, keyKind: service.core.state.principals.get(keyOf(url) ?? '')?.kind };
      return {
        curl: curlOf(source, target),
        sdk: sdkCodeOf(source, target) ?? null,
        test: testCodeOf(source) ?? null,
      };
    },
  }),
];

/** The part of a logged call that code needs to repeat it. */
export interface CodeSource {
  readonly method: string;
  /** Path and query, with the key. */
  readonly url: string;
  readonly body: string;
  /** Status of the response; null when a fault cut the connection. */
  readonly status: number | null;
  /** Code of the error it was refused with; null when it succeeded. */
  readonly errorCode: string | null;
}

/** The service that the code calls. */
export interface CodeTarget {
  /** Address of the service. */
  readonly baseUrl: string;
  /** The owner of the key of the call; undefined for an unknown key. */
  readonly keyKind: Principal['kind'] | undefined;
}

/** The call as a command for a terminal. */
export function curlOf({ method, url, body }: CodeSource, { baseUrl }: CodeTarget): string {
  // With a body, curl makes a POST by default.
  const option = method === 'POST' && body !== '' ? '' : `-X ${method} `;
  const parts = [`curl ${option}${quoted(`${baseUrl}${url}`)}`];
  if (body !== '') parts.push(`-H 'content-type: application/json'`, `-d ${quoted(body)}`);
  return parts.join(' \\\n  ');
}

/** The call in a program with the SDK; undefined for a call that the SDK does not make. */
export function sdkCodeOf(source: CodeSource, { baseUrl, keyKind }: CodeTarget): string | undefined {
  const call = clientCallOf(source);
  if (call === undefined) return undefined;
  const { key } = call.operation.endpoint;
  const keyName = (key === 'any' ? keyKind : key) === 'organization' ? 'organizationKey' : 'accountKey';
  return `import { createMessagingClient } from '@messaging-service/sdk';

const client = createMessagingClient({
  baseUrl: ${literal(baseUrl)},
  ${keyName}: ${literal(keyOf(source.url) ?? 'YOUR_API_KEY')},
});

console.log(await ${call.text});
`;
}

/** A test that makes the call and checks its result; undefined for a call that does not send a message. */
export function testCodeOf(source: CodeSource): string | undefined {
  const call = clientCallOf(source);
  const messages = call === undefined ? undefined : messagesOf(call);
  if (call === undefined || messages === undefined) return undefined;
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
${indented(steps.join('\n'))}
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
const DEFAULT_SENDERS: ReadonlySet<string> = new Set(['DEMO', '447700900990']);

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
  const { name, endpoint } = operation;
  const checked = validate(endpoint.query, query);
  if (!checked.ok || (endpoint.body !== null && body === undefined)) return undefined;
  const { isDryrun: dryRun, ...flags } = checked.value as Readonly<Record<string, boolean | undefined>>;
  const options = Object.entries({ dryRun, ...flags }).filter(([, flag]) => flag !== undefined);
  const values = [...Object.values(params), ...(endpoint.body === null ? [] : [body])];
  const passed = name === 'accounts.topUpOnAccountPath' ? [{ ...params, ...(body as object) }] : values;
  const texts = passed.map(literal);
  if (options.length > 0) texts.push(`{ ${options.map(([flag, value]) => `${flag}: ${value}`).join(', ')} }`);
  const text = `client.${CLIENT_METHODS[name] ?? name}(${texts.join(', ')})`;
  return { operation, text, body, isDryRun: dryRun === true };
}

/** The methods of the client that do not have the name of their operation. */
const CLIENT_METHODS: Partial<Record<OperationName, string>> = {
  'accounts.topUpOnAccountPath': 'accounts.topUp',
  'receiptCodes.list': 'receiptCodes',
};

/** The messages that a call sends: none if its body is not valid, and undefined if the operation does not send. */
function messagesOf({ operation: { name, endpoint }, body }: ClientCall): CodeMessage[] | undefined {
  if (endpoint.body === null || !name.endsWith('.send')) return undefined;
  const checked = validate(endpoint.body, body);
  if (!checked.ok) return [];
  if (name === 'messages.send') {
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
  return JSON.stringify(value, null, 2)
    .replaceAll(/^(\s*)"([A-Za-z_]\w*)":/gm, '$1$2:')
    .replaceAll(
      /"((?:[^"\\]|\\.)*)"/g,
      (_, inner: string) => `'${inner.replaceAll('\\"', '"').replaceAll("'", "\\'")}'`,
    );
}

/** A text for a shell, in single quotes. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

function indented(text: string): string {
  return text.replaceAll(/^(?=.)/gm, '  ');
}
