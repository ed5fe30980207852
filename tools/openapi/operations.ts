import { type Endpoint, type ErrorCode, endpoints, type OperationName } from '@messaging-service/contract';
import type { JsonSchema } from './constraints.ts';
import { comment, valueSymbol } from './doc-comments.ts';
import { byStatus, errorCodes } from './errors.ts';
import type { Example, Examples } from './examples.ts';
import type { SchemaBook } from './schemas.ts';

/** A part of the document, as YAML will show it. */
export type Node = Readonly<Record<string, unknown>>;

/** One row of the endpoint table with all that belongs to it. */
interface Row {
  readonly name: OperationName;
  readonly resource: string;
  readonly endpoint: Endpoint;
  readonly text: string;
  readonly request: JsonSchema | undefined;
  readonly response: JsonSchema;
  readonly parameters: readonly Node[];
  readonly examples: readonly Example[];
}

/** The document's `paths`. */
export function describePaths(book: SchemaBook, examples: Examples): Node {
  const rows = Object.entries(endpoints).flatMap(([resource, operations]) =>
    Object.entries<Endpoint>(operations).map(([operation, endpoint]) =>
      readRow(book, examples, resource, operation, endpoint),
    ),
  );
  const paths = Map.groupBy(rows, ({ endpoint }) => endpoint.path);
  return Object.fromEntries(
    [...paths].map(([path, ofPath]) => {
      const methods = Map.groupBy(ofPath, ({ endpoint }) => endpoint.method.toLowerCase());
      const operations = [...methods].map(([method, same]) => [method, describeOperation(same)] as const);
      return [path, { ...pathParameters(path), ...Object.fromEntries(operations) }];
    }),
  );
}

function readRow(
  book: SchemaBook,
  examples: Examples,
  resource: string,
  operation: string,
  endpoint: Endpoint,
): Row {
  const name = `${resource}.${operation}` as OperationName;
  const symbol = (...members: string[]) => valueSymbol('endpoints', resource, operation, ...members);
  const query = book.query(endpoint.query, symbol('query'));
  return {
    name,
    resource,
    endpoint,
    text: comment(symbol()),
    request: endpoint.body === null ? undefined : book.of(endpoint.body, symbol('body')),
    response: book.of(endpoint.response, symbol('response')),
    parameters: Object.entries(query).map(([parameter, { description, ...schema }]) => ({
      name: parameter,
      in: 'query',
      description,
      schema,
    })),
    examples: examples.calls.get(name) ?? [],
  };
}

function pathParameters(path: string): Node {
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name as string);
  if (names.length === 0) return {};
  const parameters = names.map((name) => ({
    name,
    in: 'path',
    required: true,
    description: name === 'batchUuid' ? 'Batch UUID.' : 'Account UUID.',
    schema: { type: 'string', format: 'uuid' },
  }));
  return { parameters };
}

/** Operations that share method and path, which OpenAPI cannot tell apart, are one, with alternative bodies. */
function describeOperation(rows: readonly Row[]): Node {
  const [row] = rows as [Row, ...Row[]];
  const codes = rows.flatMap(({ name, endpoint }) => errorCodes(name, endpoint));
  const requests = rows.flatMap(({ request }) => (request === undefined ? [] : [request]));
  return {
    operationId: row.name,
    tags: [row.resource],
    summary: row.text.split(/[:.]/, 1)[0],
    description: rows.map(({ text }) => text).join('\n\n'),
    security: security(row.endpoint),
    ...(row.parameters.length > 0 && { parameters: row.parameters }),
    ...(requests.length > 0 && {
      requestBody: {
        required: true,
        content: json(
          oneOf(requests),
          exampleMap(rows, ({ body }) => body),
        ),
      },
    }),
    responses: {
      200: {
        description: 'Done.',
        content: json(
          anyOf(rows.map(({ response }) => response)),
          exampleMap(rows, ({ answer }) => answer),
        ),
      },
      ...Object.fromEntries([...byStatus(codes)].map(([status, some]) => [status, refusalOf(some)])),
    },
  };
}

function security({ key }: Endpoint): readonly Node[] {
  return key === 'any' ? [{ accountKey: [] }, { organizationKey: [] }] : [{ [`${key}Key`]: [] }];
}

/** A refusal that can have one reason only is the same wherever it is given. */
function refusalOf(codes: readonly ErrorCode[]): Node {
  return codes.length === 1 ? { $ref: `#/components/responses/${codes[0]}` } : describeRefusal(codes);
}

/** Refusals of one status: the codes that mean it here, each with an example. */
export function describeRefusal(codes: readonly ErrorCode[]): Node {
  const code = { type: 'string', enum: codes };
  const schema = {
    allOf: [{ $ref: '#/components/schemas/ErrorBody' }, { properties: { error: { properties: { code } } } }],
  };
  const examples = codes.map((one) => [one, { $ref: `#/components/examples/${one}` }] as const);
  return {
    description: `Refused: ${codes.map((one) => `\`${one}\``).join(', ')}.`,
    content: json(schema, Object.fromEntries(examples)),
  };
}

function exampleMap(rows: readonly Row[], value: (example: Example) => unknown): Node {
  const entries = rows.flatMap(({ name, examples }) =>
    examples.map((example, index) => {
      const key = `${name.replace('.', '-')}${examples.length === 1 ? '' : `-${index + 1}`}`;
      return [key, { summary: example.summary, value: value(example) }] as const;
    }),
  );
  return Object.fromEntries(entries);
}

/** The bodies exclude each other: each is closed, and one has the member that the other lacks. */
function oneOf(schemas: readonly JsonSchema[]): JsonSchema {
  return schemas.length === 1 ? (schemas[0] as JsonSchema) : { oneOf: [...schemas] };
}

function anyOf(schemas: readonly JsonSchema[]): JsonSchema {
  return schemas.length === 1 ? (schemas[0] as JsonSchema) : { anyOf: [...schemas] };
}

function json(schema: JsonSchema, examples: Node): Node {
  return { 'application/json': { schema, examples } };
}
