import { errorBodySchema } from '@messaging-service/contract';
import * as z from 'zod/mini';
import { CONTROL_PREFIX } from '../../http/control-path.ts';
import { durationSchema, instantSchema, sandboxSchema } from '../../runtime/options/options-check.ts';
import type { ControlRoute } from '../route.ts';
import { nothing } from '../schemas.ts';
import { DURATION, INSTANT } from './formats.ts';
import { ID_EXAMPLES, PARAMETER_EXAMPLES } from './member-examples.ts';
import { describeMembers } from './member-texts.ts';
import { DESCRIPTIONS, type Description, REFUSALS, TAGS } from './operations.ts';

/** A part of the document. */
type Node = Readonly<Record<string, unknown>>;

/** The part of a route that the document shows. */
type Row = Pick<ControlRoute, 'method' | 'path' | 'query' | 'body' | 'status'>;

const DESCRIPTION = `Controls an emulated messaging service. It has the operations that tests need and the public API lacks.

No call needs a key. Every path also exists below \`/sandboxes/{id}\`, for that sandbox. Errors have the error body of the
public API.`;

/** Rows that the server handles itself. */
const SERVER_ROWS: readonly Row[] = [
  { method: 'GET', path: '/sandboxes', query: nothing, body: null, status: 200 },
  { method: 'POST', path: '/sandboxes', query: nothing, body: sandboxSchema, status: 201 },
  { method: 'GET', path: '/sandboxes/{id}', query: nothing, body: null, status: 200 },
  { method: 'DELETE', path: '/sandboxes/{id}', query: nothing, body: null, status: 200 },
];

/** The OpenAPI 3.1 document of the control API, made from the schemas that validate its calls. */
export function controlDocument(routes: readonly Row[], version: string): Node {
  const paths = Map.groupBy([...routes, ...SERVER_ROWS], ({ path }) => path);
  return {
    openapi: '3.1.0',
    info: {
      title: 'Messaging emulator: control API',
      version,
      description: DESCRIPTION,
      contact: { name: 'Messaging service toolkit' },
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: CONTROL_PREFIX, description: 'The emulator that serves this document.' }],
    security: [],
    tags: Object.entries(TAGS).map(([name, description]) => ({
      name,
      description,
      'x-displayName': `${name.charAt(0).toUpperCase()}${name.slice(1)}`,
    })),
    paths: {
      ...Object.fromEntries([...paths].map(([path, rows]) => [path, describePath(path, rows)])),
      '/events': { get: EVENTS },
      '/openapi.json': { get: OWN_DOCUMENT },
    },
    components: {
      schemas: {
        ErrorBody: {
          description: 'The error body of every refused call.',
          ...jsonSchema(errorBodySchema, 'ErrorBody'),
        },
      },
      responses: refusalResponses(),
    },
  };
}

function describePath(path: string, rows: readonly Row[]): Node {
  const id = {
    name: 'id',
    in: 'path',
    required: true,
    description: ID_OF[path] ?? 'A UUID.',
    schema: { type: 'string' },
    example: ID_EXAMPLES[/(\w+)\/\{id\}/.exec(path)?.[1] ?? ''],
  };
  return {
    ...(path.includes('{id}') && { parameters: [id] }),
    ...Object.fromEntries(rows.map((row) => [row.method.toLowerCase(), describeRow(row)])),
  };
}

/** The value of the placeholder of a path, where it is not a UUID. */
const ID_OF: Readonly<Record<string, string>> = {
  '/sandboxes/{id}': 'The `id` of a sandbox.',
  '/faults/{id}': 'The `id` of a fault.',
  '/followers/{id}': 'The `id` of a follower.',
  '/followers/{id}/events': 'The `id` of a follower.',
  '/followers/{id}/reached': 'The `id` of a follower.',
  '/handsets/{id}': 'A number without the plus.',
  '/requests/{id}': 'The `id` of a call in the log.',
};

/** The snapshot is read piece by piece: no schema of a row describes it. */
const FREE_BODIES: ReadonlySet<string> = new Set(['PUT /snapshot']);

function describeRow({ method, path, query, body, status }: Row): Node {
  const call = `${method} ${path}`;
  const { id, tag, summary, answer, statuses = [], refusals = [] } = descriptionOf(call);
  const parameters = queryParameters(query);
  const isOptional = body !== null && z.safeParse(body, {}).success;
  const content = json(answer === undefined ? { type: 'object' } : jsonSchema(answer, id, 'output'));
  const successes = [...statuses, status].map((one) => [one, { description: summary, content }] as const);
  const codes = refusals.map((code) => [REFUSALS[code], { $ref: `#/components/responses/${code}` }] as const);
  return {
    operationId: id,
    tags: [tag],
    summary: summary.split('. ')[0]?.replace(/\.$/, ''),
    description: summary,
    ...(parameters.length > 0 && { parameters }),
    ...(body !== null && { requestBody: { required: !isOptional, content: json(jsonSchema(body, id)) } }),
    ...(FREE_BODIES.has(call) && { requestBody: { required: true, content: json({ type: 'object' }) } }),
    responses: {
      ...Object.fromEntries(successes),
      ...REFUSED,
      ...Object.fromEntries(codes),
    },
  };
}

function descriptionOf(call: string): Description {
  const description = DESCRIPTIONS[call];
  if (description === undefined) throw new Error(`The document does not describe ${call}.`);
  return description;
}

function queryParameters(query: z.ZodMiniType): Node[] {
  const { properties = {} } = jsonSchema(query, 'query') as { properties?: Record<string, Node> };
  return Object.entries(properties).map(([name, { description, examples, ...schema }]) => ({
    name,
    in: 'query',
    description: description ?? PARAMETERS[name] ?? name,
    schema,
    example: exampleOfParameter(name, schema) ?? (examples as readonly unknown[] | undefined)?.[0],
  }));
}

/** The example of a parameter, if it belongs to this parameter and not to another one with the same name. */
function exampleOfParameter(name: string, schema: Node): unknown {
  const { enum: values, pattern } = schema as { enum?: readonly unknown[]; pattern?: string };
  const example = PARAMETER_EXAMPLES[name];
  if (values !== undefined) return values.includes(example) ? example : values[0];
  return pattern === undefined || new RegExp(pattern, 'u').test(example ?? '') ? example : undefined;
}

const PARAMETERS: Readonly<Record<string, string>> = {
  to: 'Destination, with or without the plus.',
  channel: 'The channel that carried the messages.',
  code: 'Receipt code.',
  before: 'Only messages queued before this instant.',
  from: 'Sender ID.',
  account: 'Account UUID.',
  batch: 'Batch UUID.',
  state: 'The state of the message or the delivery.',
  kind: 'The kind of webhook.',
  message: 'Message UUID; needs an `offset`.',
  limit: 'Entries of a page; 100 by default, 1,000 at most.',
  cursor: 'The `next` of the previous page.',
  baseUrl: 'The address that the code calls.',
  ids: 'Whether the code uses new identifiers (`new`, the default) or those of the call (`same`).',
  id: 'Identifies the object: a UUID, a number of a request, a phone number, or what a list calls `id` or `seq`.',
  offset: 'The number of entries to skip.',
  status: 'A status such as 429, a class such as 4xx, or `cut` for a connection that a fault cut.',
  about: 'UUID of an account whose key was used, or of an object in the path or in the response.',
  locate: 'Identifier of a row whose index in the list is returned as `position`; needs an `offset`.',
  q: `A search: words, \`"quoted phrases"\` and filters such as \`state:failed\`, in any order. All of them must match; \`-\` before one negates it. Case and diacritics do not matter, and phone numbers are found as people write them, such as \`07700 900123\`. A filter or a value that does not exist is refused, with the one that was probably meant.`,
  order:
    'The order of the webhooks: in which they were queued (the default), or were last attempted; needs an `offset`.',
  contains: 'Text that the message contains.',
  pattern: 'A regular expression that is matched in linear time: no lookaround, no backreferences.',
  after: 'Only messages queued at this instant or later, or after the message with this UUID.',
  until: 'A mark. Only messages that were queued up to this mark count.',
  since: 'Only messages that were queued, or became due, after this mark.',
  timeout: 'Real time to wait; 5 s by default, 60 s at most.',
};

const REFUSAL_TEXTS: Readonly<Record<'invalid_request' | 'error' | keyof typeof REFUSALS, string>> = {
  invalid_request: 'A field is missing, unknown or invalid. `issues` lists each of them.',
  not_found: 'The sandbox, account, message, webhook, fault or other resource does not exist.',
  wait_timeout: 'No message matched within the timeout.',
  advance_stopped: 'The advance was stopped, or has reached a limit.',
  conflict: 'The call conflicts with the current state.',
  unavailable: 'The server is shutting down.',
  error: 'Any other error, such as 403 for a request from another website.',
};

function refusalResponses(): Node {
  const schema = { $ref: '#/components/schemas/ErrorBody' };
  return Object.fromEntries(
    Object.entries(REFUSAL_TEXTS).map(([code, description]) => [
      code,
      { description, content: json(schema) },
    ]),
  );
}

const REFUSED = {
  400: { $ref: '#/components/responses/invalid_request' },
  default: { $ref: '#/components/responses/error' },
};

const EVENTS = {
  operationId: 'streamEvents',
  tags: ['state'],
  summary: 'Streams events',
  description:
    'Streams server-sent events: `fact` for every fact, with its time; `clock` `{now, mode}` for every movement of the clock. A reader that does not keep up gets `lagged`, and the stream ends.',
  parameters: [
    {
      name: 'last-event-id',
      in: 'header',
      description: 'Continues after this event.',
      schema: { type: 'string' },
      example: '41',
    },
  ],
  responses: {
    200: { description: 'The stream.', content: { 'text/event-stream': { schema: { type: 'string' } } } },
    ...REFUSED,
  },
};

const OWN_DOCUMENT = {
  operationId: 'getDocument',
  tags: ['server'],
  summary: 'Returns this document',
  description: 'Returns the OpenAPI document of the control API.',
  responses: { 200: { description: 'OpenAPI 3.1.', content: json({ type: 'object' }) }, ...REFUSED },
};

function json(schema: unknown): Node {
  return { 'application/json': { schema } };
}

/**
 * A schema as JSON Schema, with descriptions and examples. Members that only code can set, which are functions, are left out.
 *
 * @param context - The operation whose body it describes.
 */
function jsonSchema(schema: z.core.$ZodType, context: string, io: 'input' | 'output' = 'input'): Node {
  const { $schema: _, ...described } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema: made }) => {
      const known = zodSchema as unknown;
      if (known === durationSchema) Object.assign(made, DURATION);
      else if (known === instantSchema) Object.assign(made, INSTANT);
      for (const name of ['fetch', 'rule', 'onWarning']) delete made.properties?.[name];
    },
  });
  describeMembers(described as Parameters<typeof describeMembers>[0], context, io);
  return described;
}
