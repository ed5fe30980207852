import { inspect } from '../../docs/site/.vitepress/theme/playground/inspect.ts';
import type { Operation } from './api-document.ts';

/** A program with the client that calls an operation with the values of its first example. */
export function programOf({ operationId, parameters = [], requestBody, security = [] }: Operation): string {
  const [resource = '', name = ''] = operationId.split('.');
  // The catalogue is a function of the client itself, because every key can read it.
  const method = resource === 'receiptCodes' ? resource : `${resource}.${name}`;
  const inPath = parameters.filter((parameter) => parameter.in === 'path');
  const { examples = {} } = requestBody?.content['application/json'] ?? {};
  const [body] = Object.values(examples);
  const values = [...inPath.map((parameter) => parameter.name), ...(body ? [inspect(body.value)] : [])];
  const usesOrganization = security.every((one) => 'organizationKey' in one);
  const key = usesOrganization ? 'organizationKey' : 'accountKey';
  return [
    "import { createMessagingClient } from '@messaging-service/sdk';",
    '',
    `const { ${resource} } = createMessagingClient({`,
    "  baseUrl: 'https://api.example.com',",
    `  ${key}: process.env.MESSAGING_${usesOrganization ? 'ORGANIZATION' : 'ACCOUNT'}_KEY ?? '',`,
    '});',
    '',
    ...inPath.map((parameter) => `const ${parameter.name} = ${inspect(parameter.example)};`),
    `const response = await ${method}(${values.join(', ')});`,
    'console.log(response);',
  ].join('\n');
}

/** The same call with curl. */
export function curlOf(operation: Operation, method: string, path: string, server: string): string {
  const { parameters = [], security = [] } = operation;
  const [scheme] = security;
  const usesOrganization = scheme !== undefined && 'organizationKey' in scheme;
  const filled = parameters
    .filter((parameter) => parameter.in === 'path')
    .reduce(
      (text, { name, example }) => (typeof example === 'string' ? text.replace(`{${name}}`, example) : text),
      path,
    );
  const query =
    scheme === undefined ? '' : `?key=$MESSAGING_${usesOrganization ? 'ORGANIZATION' : 'ACCOUNT'}_KEY`;
  const body = bodyOf(operation);
  const verb =
    method === 'get' || (method === 'post' && body !== undefined) ? '' : ` --request ${method.toUpperCase()}`;
  const data =
    body === undefined
      ? ''
      : ` \\\n  --data '${JSON.stringify(body, null, 2).replaceAll("'", "'\\''").replaceAll('\n', '\n  ')}'`;
  return `curl${verb} "${server}${filled}${query}"${data}`;
}

/** The first example of the body, or the examples of the members that it needs. */
function bodyOf({ requestBody }: Operation): unknown {
  const { examples, schema } = requestBody?.content['application/json'] ?? {};
  const [example] = Object.values(examples ?? {});
  if (example !== undefined) return example.value;
  const { properties = {}, required = Object.keys(properties).slice(0, 1) } = schema ?? {};
  const members = required.flatMap((name) =>
    (properties[name]?.examples ?? []).slice(0, 1).map((value) => [name, value]),
  );
  return members.length === 0 ? undefined : Object.fromEntries(members);
}
