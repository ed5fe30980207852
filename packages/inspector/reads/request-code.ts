import { type OperationName, validate } from '@messaging-service/contract';
import type { Principal } from '@messaging-service/emulator/host';
import {
  doc,
  type Endpoint,
  endpoint,
  findOperation,
  type Operation,
  optional,
  parseIfJson,
  requireRequest,
  text,
  textOrNull,
} from '@messaging-service/emulator/host';
import { literal } from '@messaging-service/stories';
import * as z from 'zod/mini';
import { type CurlCall, curlCommand } from './curl-command.ts';
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
});

/** `GET /requests/{id}/code`. */
export type RequestCode = z.infer<typeof codeAnswer>;

/** Logged calls as code. */
export const CODE_ENDPOINTS: readonly Endpoint[] = [
  endpoint('getRequestCode', 'GET /requests/{id}/code', {
    tag: 'inspector',
    id: ['The `id` of a call in the log.', '7'],
    description:
      'Returns a logged call as a curl command, and where possible as a program with the client. The code contains the key and the secrets of the call.',
    query: codeQuery,
    answer: codeAnswer,
    run: ({ service, id, query: { baseUrl, ids } }) => {
      const { request } = requireRequest(service, id);
      const keyKind = service.core.state.principals.get(request.target.key ?? '')?.kind;
      const body = ids === 'same' ? request.body : withFreshIds(request.body);
      return codeOf({ ...request, body, baseUrl, keyKind });
    },
  }),
];

/** A logged call, and the service that the code calls. */
export interface CodeSource extends CurlCall {
  /** The owner of the key of the call; undefined for an unknown key. */
  readonly keyKind: Principal['kind'] | undefined;
}

/** A logged call as code. The client has methods for operations only. */
export function codeOf(source: CodeSource): RequestCode {
  const call = clientCallOf(source);
  return { curl: curlCommand(source), sdk: call === undefined ? null : programOf(source, call) };
}

/** The call in a program with the SDK. */
function programOf(
  { target, baseUrl, keyKind }: CodeSource,
  { operation: { key }, text }: ClientCall,
): string {
  const keyName = (key === 'any' ? keyKind : key) === 'organization' ? 'organizationKey' : 'accountKey';
  return `import { createMessagingClient } from '@messaging-service/sdk';

const client = createMessagingClient({
  baseUrl: ${literal(baseUrl)},
  ${keyName}: ${literal(target.key ?? 'YOUR_API_KEY')},
});

console.log(await ${text});
`;
}

/** A call of the client. */
interface ClientCall {
  readonly operation: Operation;
  /** The call as an expression. */
  readonly text: string;
}

/** The call of the client that makes the same request; undefined if there is none. */
function clientCallOf(source: CodeSource): ClientCall | undefined {
  const body = parseIfJson(source.body);
  const route = findOperation(source);
  if (route === undefined) return undefined;
  const { operation, params } = route;
  const checked = validate(operation.query, source.target.query);
  if (!checked.ok || (operation.body !== null && body === undefined)) return undefined;
  const { isDryrun: dryRun, ...flags } = checked.value as Readonly<Record<string, boolean | undefined>>;
  const options = Object.entries({ dryRun, ...flags }).filter(([, flag]) => flag !== undefined);
  const values = [...Object.values(params), ...(operation.body === null ? [] : [body])];
  const isTopUp = operation.name === 'accounts.topUpOnAccountPath';
  const texts = (isTopUp ? [{ ...params, ...(body as object) }] : values).map((value) => literal(value));
  if (options.length > 0) texts.push(`{ ${options.map(([flag, value]) => `${flag}: ${value}`).join(', ')} }`);
  const text = `client.${CLIENT_METHODS[operation.name] ?? operation.name}(${texts.join(', ')})`;
  return { operation, text };
}

/** The methods of the client that do not have the name of their operation. */
const CLIENT_METHODS: Partial<Record<OperationName, string>> = {
  'accounts.topUpOnAccountPath': 'accounts.topUp',
  'receiptCodes.list': 'receiptCodes',
};
