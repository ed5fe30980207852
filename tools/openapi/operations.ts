import { type Endpoint, endpoints, type OperationName } from '@messaging-service/contract';
import type ts from 'typescript';
import { comment, valueSymbol } from './doc-comments.ts';
import { json, type Node } from './document.ts';
import type { Example, Examples } from './examples.ts';
import type { JsonSchema } from './json-schema.ts';
import { MEMBER_EXAMPLES, type Shown } from './property-examples.ts';
import { describeRefusals } from './refusals.ts';
import type { SchemaBook } from './schemas.ts';

/** The texts of one operation. */
interface Texts {
  /** A few words, for lists of operations. */
  readonly summary: string;
  /** What the operation does, in whole sentences. */
  readonly description: string;
  /** The content of a response with status 200. */
  readonly success: string;
}

/** One row of the endpoint table and its description in the document. */
export interface Row {
  readonly name: OperationName;
  readonly resource: string;
  readonly texts: Texts;
  readonly endpoint: Endpoint;
  readonly request: JsonSchema | undefined;
  readonly response: JsonSchema;
  readonly parameters: readonly Node[];
  readonly examples: readonly Example[];
}

/** Describes each row of the endpoint table. */
export function readRows(book: SchemaBook, examples: Examples): readonly Row[] {
  return Object.entries(endpoints).flatMap(([resource, operations]) =>
    Object.entries<Endpoint>(operations).map(([operation, endpoint]) =>
      readRow(book, examples, resource, operation, endpoint),
    ),
  );
}

/** The recorded bodies of requests and responses with their schemas. */
export function shownBodies(rows: readonly Row[]): Shown[] {
  return rows.flatMap(({ request, response, examples }) =>
    examples.flatMap((example): Shown[] => [
      ...(request === undefined ? [] : [[request, example.body] as const]),
      [response, example.response],
    ]),
  );
}

/** The document's `paths`. */
export function describePaths(rows: readonly Row[], examples: Examples): Node {
  const paths = Map.groupBy(rows, ({ endpoint }) => endpoint.path);
  return Object.fromEntries(
    [...paths].map(([path, ofPath]) => {
      const methods = Map.groupBy(ofPath, ({ endpoint }) => endpoint.method.toLowerCase());
      const operations = [...methods].map(
        ([method, same]) => [method, describeOperation(same, examples)] as const,
      );
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
    texts: readTexts(symbol()),
    endpoint,
    request: endpoint.body === null ? undefined : book.of(endpoint.body, symbol('body')),
    response: book.of(endpoint.response, symbol('response')),
    parameters: Object.entries(query).map(([parameter, { description, ...schema }]) => ({
      name: parameter,
      in: 'query',
      description,
      schema,
      example: MEMBER_EXAMPLES[parameter],
    })),
    examples: examples.calls.get(name) ?? [],
  };
}

/** The doc comment of a row: "Add batch. Queues one text. Response: the batch is queued." */
function readTexts(row: ts.Symbol): Texts {
  const [, summary, description, success] = /^(.+?)\. (.+) Response: (.+)$/.exec(comment(row)) ?? [];
  if (summary === undefined || description === undefined || success === undefined)
    throw new Error(`The comment of ${row.name} must have a summary, a description and the response.`);
  return { summary, description, success: success.charAt(0).toUpperCase() + success.slice(1) };
}

function pathParameters(path: string): Node {
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name as string);
  if (names.length === 0) return {};
  const parameters = names.map((name) => ({
    name,
    in: 'path',
    required: true,
    description: `UUID of the ${name === 'batchUuid' ? 'batch' : 'account'}.`,
    schema: { type: 'string', format: 'uuid' },
    example: MEMBER_EXAMPLES[name],
  }));
  return { parameters };
}

/** Operations that share method and path, become one with alternative bodies, because OpenAPI cannot distinguish them. */
function describeOperation(rows: readonly Row[], examples: Examples): Node {
  const [row] = rows as [Row, ...Row[]];
  const allTexts = rows.map(({ texts }) => texts);
  const requests = rows.flatMap(({ request }) => (request === undefined ? [] : [request]));
  return {
    operationId: row.name,
    tags: [row.resource],
    summary: [...new Set(allTexts.map(({ summary }) => summary))].join(' or ').replace(/ or (.)/, lowerCased),
    description: allTexts.map(({ description }) => description).join('\n\n'),
    security: security(row.endpoint),
    ...(row.parameters.length > 0 && { parameters: row.parameters }),
    ...(requests.length > 0 && {
      requestBody: {
        required: true,
        content: json(
          // The bodies exclude each other: each is closed, and one has the member that the other lacks.
          alternatives('oneOf', requests),
          exampleMap(rows, ({ body }) => body),
        ),
      },
    }),
    responses: {
      200: {
        description: allTexts.map(({ success }) => success).join(' Or: '),
        content: json(
          alternatives(
            'anyOf',
            rows.map(({ response }) => response),
          ),
          exampleMap(rows, ({ response }) => response),
        ),
      },
      ...describeRefusals(
        rows.map(({ name, endpoint }) => [name, endpoint] as const),
        examples,
      ),
    },
  };
}

function lowerCased(text: string): string {
  return text.toLowerCase();
}

function security({ key }: Endpoint): readonly Node[] {
  return key === 'any' ? [{ accountKey: [] }, { organizationKey: [] }] : [{ [`${key}Key`]: [] }];
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

function alternatives(keyword: 'oneOf' | 'anyOf', schemas: readonly JsonSchema[]): JsonSchema {
  const [first, ...others] = schemas as [JsonSchema, ...JsonSchema[]];
  return others.length === 0 ? first : { [keyword]: schemas };
}
