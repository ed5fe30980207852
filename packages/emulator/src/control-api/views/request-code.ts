import { parseIfJson } from '../../http/json.ts';
import type { describeRequest } from './request.ts';

/** The address that a request is sent to, and the key. */
export interface CodeTarget {
  /** Address of the service. */
  readonly baseUrl: string;
  /** The API key. */
  readonly apiKey: string;
}

/** The part of a logged call that code needs to repeat it. */
export type CodeSource = Pick<
  ReturnType<typeof describeRequest>,
  'method' | 'url' | 'requestBody' | 'status' | 'errorCode'
>;

/** `GET /requests/{id}/code`: a call as a command, as a program, and as a test. */
export function codeOf(source: CodeSource, target: CodeTarget) {
  return {
    curl: curlOf(source, target),
    sdk: sdkCodeOf(source, target) ?? null,
    test: testCodeOf(source) ?? null,
  };
}

/** The call as a command for a terminal. */
export function curlOf({ method, url, requestBody }: CodeSource, { baseUrl, apiKey }: CodeTarget): string {
  const address = `${baseUrl}${url.replace(/([?&]key=)[^&]*/, `$1${apiKey}`)}`;
  const parts = [`curl ${method === 'POST' ? '' : `-X ${method} `}${quoted(address)}`];
  if (requestBody !== '') parts.push(`-H 'content-type: application/json'`, `-d ${quoted(requestBody)}`);
  return parts.join(' \\\n  ');
}

/** The call in a program with the SDK; undefined for a call that the SDK does not make. */
export function sdkCodeOf(source: CodeSource, { baseUrl, apiKey }: CodeTarget): string | undefined {
  const call = sdkCallOf(source);
  if (call === undefined) return undefined;
  return `import { createMessagingClient } from '@messaging-service/sdk';

const client = createMessagingClient({
  baseUrl: ${literal(baseUrl)},
  ${keyNameOf(call)}: ${literal(apiKey)},
});

console.log(await client.${call});
`;
}

/** A test that makes the call and checks its result; undefined for a call that does not send a message. */
export function testCodeOf(source: CodeSource): string | undefined {
  const call = sdkCallOf(source);
  const sent = firstMessageOf(source.requestBody);
  if (call === undefined || sent === undefined) return undefined;
  const isRefused = source.status !== null && source.status >= 400;
  const refusal =
    source.errorCode === null ? `status: ${source.status}` : `code: ${literal(source.errorCode)}`;
  const needsSender = sent.sender !== undefined && !isRefused && !DEFAULT_SENDERS.has(sent.sender);
  const lines = [
    'const emulator = createEmulator();',
    ...(needsSender
      ? [`emulator.registerSender(emulator.account.identifier, ${literal(sent.sender)});`]
      : []),
    'const client = createMessagingClient({',
    '  baseUrl: emulator.baseUrl,',
    '  accountKey: emulator.account.apiKey,',
    '  fetch: emulator.fetch,',
    '});',
    ...(isRefused
      ? [`await expect(client.${call}).rejects.toMatchObject({ ${refusal} });`]
      : [
          `await client.${call};`,
          `const message = await emulator.waitForMessage({ to: ${literal(sent.to)} });`,
          `expect(message.body).toBe(${literal(sent.body)});`,
        ]),
    'emulator.close();',
  ];
  return `import { createEmulator } from '@messaging-service/emulator';
import { createMessagingClient } from '@messaging-service/sdk';
import { expect, test } from 'vitest';

test(${literal(isRefused ? 'the request is refused' : 'the message is sent')}, async () => {
${indented(lines.join('\n'))}
});
`;
}

/** Sender IDs that the default account of an emulator owns. */
const DEFAULT_SENDERS: ReadonlySet<unknown> = new Set(['DEMO', '447700900990']);

interface SendBody {
  readonly messages?: readonly { to?: unknown; body?: unknown; from?: { value?: unknown } }[];
  readonly destinations?: readonly unknown[];
  readonly message?: unknown;
  readonly from?: unknown;
}

function firstMessageOf(requestBody: string) {
  const body = (parseIfJson(requestBody) ?? {}) as SendBody;
  const [message] = Array.isArray(body.messages) ? (body.messages as NonNullable<SendBody['messages']>) : [];
  const [destination] = Array.isArray(body.destinations) ? (body.destinations as readonly unknown[]) : [];
  if (message) return { to: message.to, body: message.body, sender: message.from?.value };
  if (destination === undefined) return undefined;
  return { to: destination, body: body.message, sender: body.from };
}

/** The call of the client, without `client.`. */
function sdkCallOf({ method, url, requestBody }: CodeSource): string | undefined {
  const [path = '', query = ''] = url.split('?');
  const [, resource, id] = path.split('/');
  const body = literal(parseIfJson(requestBody));
  const parameters = new URLSearchParams(query);
  const isDryRun = ['isDryrun', 'dryRun'].some((name) => parameters.get(name) === 'true');
  const options = isDryRun ? ', { dryRun: true }' : '';
  switch (`${method} /${resource}${id === undefined ? '' : '/{}'}`) {
    case 'POST /message':
      return `messages.send(${body}${options})`;
    case 'POST /batch':
      return `batches.send(${body}${options})`;
    case 'GET /batch':
      return 'batches.listPending()';
    case 'GET /batch/{}':
      return `batches.receipts(${literal(id)}${parameters.get('details') === 'true' ? ', { details: true }' : ''})`;
    case 'DELETE /batch/{}':
      return `batches.cancel(${literal(id)})`;
    case 'GET /account':
      return 'accounts.list()';
    case 'POST /account':
      return `accounts.create(${body})`;
    case 'PATCH /account/{}':
      return `accounts.update(${literal(id)}, ${body})`;
    case 'PATCH /topup':
      return `accounts.topUp(${body})`;
    case 'DELETE /account/{}':
      return `accounts.deactivate(${literal(id)})`;
    default:
      return undefined;
  }
}

function keyNameOf(call: string): 'accountKey' | 'organizationKey' {
  return call.startsWith('accounts.') ? 'organizationKey' : 'accountKey';
}

/** A value as an expression of JavaScript: JSON with single quotes, and names without quotes where that is possible. */
function literal(value: unknown): string {
  // A body that is not JSON has no value here.
  if (value === undefined) return 'undefined';
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
