import type { Endpoint } from '@messaging-service/contract';
import { OPERATIONS, type Operation as PublicOperation } from '@messaging-service/emulator/host';
import type ts from 'typescript';
import { comment, valueSymbol } from './doc-comments.ts';
import { json, type Node, type Operation, parameter } from './document.ts';
import type { Example, Examples } from './examples.ts';
import type { JsonSchema } from './json-schema.ts';
import { MEMBER_EXAMPLES } from './property-examples.ts';
import { describeRefusals } from './refusals.ts';
import type { SchemaBook } from './schemas.ts';

/** One row of the endpoint table and its description in the document. */
interface Row extends Texts {
  readonly name: string;
  readonly request: JsonSchema | undefined;
  readonly response: JsonSchema;
  readonly examples: readonly Example[];
}

/** The texts of one operation. */
interface Texts {
  /** A few words, for lists of operations. */
  readonly summary: string;
  /** What the operation does, in whole sentences. */
  readonly description: string;
  /** The content of a response with status 200. */
  readonly success: string;
}

/**
 * Describes the operations of the public API. Those that share method and path become one with alternative bodies, because
 * OpenAPI cannot distinguish them.
 */
export function describeOperations(book: SchemaBook, examples: Examples): Operation[] {
  const calls = Map.groupBy(OPERATIONS, ({ method, path }) => `${method} ${path}`);
  return [...calls.values()].map((operations) => describeCall(book, examples, operations));
}

function describeCall(
  book: SchemaBook,
  examples: Examples,
  operations: readonly PublicOperation[],
): Operation {
  const [row] = operations as [PublicOperation];
  const { name, method, path } = row;
  const rows = operations.map((operation) => readRow(book, examples, operation));
  const requests = rows.flatMap(({ request }) => (request === undefined ? [] : [request]));
  return {
    method,
    path,
    operationId: name,
    tag: name.split('.')[0] ?? '',
    summary: [...new Set(rows.map(({ summary }) => summary))].join(' or ').replace(/ or (.)/, lowerCased),
    description: rows.map(({ description }) => description).join('\n\n'),
    security: security(row),
    parameters: [
      ...pathParameters(path),
      ...Object.entries(book.query(row.query, symbolOf(name, 'query'))).map(([member, schema]) =>
        parameter(member, 'query', { ...schema, examples: [MEMBER_EXAMPLES[member]] }),
      ),
    ],
    requestBody:
      requests.length === 0
        ? undefined
        : {
            required: true,
            // The bodies exclude each other: each is closed, and one has the member that the other lacks.
            content: json(
              alternatives('oneOf', requests),
              exampleMap(rows, ({ body }) => body),
            ),
          },
    responses: {
      200: {
        description: rows.map(({ success }) => success).join(' Or: '),
        content: json(
          alternatives(
            'anyOf',
            rows.map(({ response }) => response),
          ),
          exampleMap(rows, ({ response }) => response),
        ),
      },
      ...describeRefusals(operations, examples),
    },
  };
}

function readRow(
  book: SchemaBook,
  { calls }: Examples,
  { name, body, response: answer }: PublicOperation,
): Row {
  const request = body === null ? undefined : book.of(body, symbolOf(name, 'body'));
  const response = book.of(answer, symbolOf(name, 'response'));
  const examples = calls.get(name) ?? [];
  for (const example of examples) {
    if (request !== undefined) book.shown(request, example.body);
    book.shown(response, example.response);
  }
  return { name, ...readTexts(symbolOf(name)), request, response, examples };
}

/** The declaration of a row, or of a member of it. */
function symbolOf(operation: string, ...members: readonly string[]): ts.Symbol {
  return valueSymbol('endpoints', ...operation.split('.'), ...members);
}

/** The doc comment of a row: "Add batch. Queues one text. Response: the batch is queued." */
function readTexts(row: ts.Symbol): Texts {
  const [, summary, description, success] = /^(.+?)\. (.+) Response: (.+)$/.exec(comment(row)) ?? [];
  if (summary === undefined || description === undefined || success === undefined)
    throw new Error(`The comment of ${row.name} must have a summary, a description and the response.`);
  return { summary, description, success: success.charAt(0).toUpperCase() + success.slice(1) };
}

function pathParameters(path: string): Node[] {
  return Array.from(path.matchAll(/\{(\w+)\}/g), ([, name = '']) =>
    parameter(name, 'path', {
      description: `UUID of the ${name === 'batchUuid' ? 'batch' : 'account'}.`,
      type: 'string',
      format: 'uuid',
      examples: [MEMBER_EXAMPLES[name]],
    }),
  );
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
