import * as contract from '@messaging-service/contract';
import { type Endpoint, type Refusal, statusOf, TAGS } from '@messaging-service/emulator/host';
import { CONTROL_PREFIX } from '@messaging-service/protocol';
import { CONTROL_ENDPOINTS } from '@messaging-service/server/host';
import * as z from 'zod/mini';
import manifest from '../../packages/emulator/package.json' with { type: 'json' };
import { valueSymbol } from './doc-comments.ts';
import { json, type Node, type Operation, openApi, parameter, sorted } from './document.ts';
import { derive, type JsonSchema } from './json-schema.ts';
import { resolve } from './property-examples.ts';
import type { SchemaBook } from './schemas.ts';

const DESCRIPTION = `Controls an emulated messaging service. It has the operations that tests need and the public API lacks.

No call needs a key. Every path also exists below \`/sandboxes/{id}\`, for that sandbox. Errors have the error body of the
public API.`;

/** Descriptions of refusals by their code. */
const REFUSAL_TEXTS: Readonly<Record<'invalid_request' | 'error' | Refusal, string>> = {
  invalid_request: 'A field is missing, unknown or invalid. `issues` lists each of them.',
  not_found: 'The sandbox, account, message, webhook, fault or other resource does not exist.',
  wait_timeout: 'No message matched within the timeout.',
  advance_stopped: 'The advance was stopped, or has reached a limit.',
  conflict: 'The call conflicts with the current state.',
  unavailable: 'The server is shutting down.',
  error: 'Any other error, such as 403 for a request from another website.',
};

/** Objects of the public API that the control API has as well, by their schemas. */
const SHARED = new Map<unknown, string>(
  Object.entries(contract)
    .filter(([name]) => /(?:Request|Response|Body|Info|Message)Schema$/.test(name))
    .map(([name, schema]) => [schema, name]),
);

/** The members of edit-account, which the options of an account have as well, by their schemas. */
const EDITS = new Map<unknown, string>(
  Object.entries(contract.editAccountShape).map(([name, schema]) => [schema, name]),
);

/**
 * The OpenAPI document of the control API, made of its endpoint table and the schemas that validate its calls.
 *
 * @param book - The schemas of the public API, with their examples.
 */
export function controlDocument(book: SchemaBook): Node {
  const operations = CONTROL_ENDPOINTS.map((row) => describe(book, row));
  const content = json({ $ref: '#/components/schemas/ErrorBody' });
  const responses = Object.fromEntries(
    Object.entries(REFUSAL_TEXTS).map(([code, description]) => [code, { description, content }]),
  );
  return openApi({
    title: 'Messaging emulator: control API',
    version: manifest.version,
    description: DESCRIPTION,
    tags: TAGS,
    operations,
    members: {
      servers: [{ url: CONTROL_PREFIX, description: 'The emulator that serves this document.' }],
      security: [],
      components: { schemas: sorted(referenced(book, { operations, responses })), responses },
    },
  });
}

/** The schemas of the public API that a part of the document refers to. */
function referenced(book: SchemaBook, part: object, found: Record<string, JsonSchema> = {}) {
  for (const [, name = ''] of JSON.stringify(part).matchAll(/"#\/components\/schemas\/(\w+)"/g)) {
    const schema = book.schemas[name];
    if (schema === undefined || name in found) continue;
    found[name] = schema;
    referenced(book, schema, found);
  }
  return found;
}

function describe(book: SchemaBook, row: Endpoint): Operation {
  const { name, tag, method, path, id, description, answer, headers, statuses, refusals } = row;
  const { properties = {}, required = [] } = schemaOf(book, row.query, 'input');
  const content =
    answer === 'events'
      ? { 'text/event-stream': { schema: { type: 'string' } } }
      : json(answer === 'free' ? { type: 'object' } : schemaOf(book, answer, 'output'));
  const refused = (code: string) => ({ $ref: `#/components/responses/${code}` });
  return {
    method,
    path,
    operationId: name,
    tag,
    summary: titleOf(name),
    description,
    parameters: [
      ...(id === undefined ? [] : [parameter('id', 'path', textWith(id))]),
      ...Object.entries(headers).map(([header, texts]) => parameter(header, 'header', textWith(texts))),
      ...Object.entries(properties).map(([member, schema]) =>
        parameter(member, 'query', schema, required.includes(member)),
      ),
    ],
    requestBody: requestBodyOf(book, row),
    responses: {
      ...Object.fromEntries(statuses.map((one) => [one, { description, content }])),
      400: refused('invalid_request'),
      ...Object.fromEntries(refusals.map((code) => [statusOf(code), refused(code)])),
      default: refused('error'),
    },
  };
}

/** A short title, such as "Advance clock" for `advanceClock`. */
function titleOf(name: string): string {
  const words = name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function requestBodyOf(book: SchemaBook, { body }: Endpoint): Node | undefined {
  if (body === null) return undefined;
  if (body === 'free') return { required: true, content: json({ type: 'object' }) };
  return { required: !z.safeParse(body, {}).success, content: json(schemaOf(book, body, 'input')) };
}

/** A schema with references to those of the public API, and with examples of all members. */
function schemaOf(book: SchemaBook, schema: z.core.$ZodType, io: 'input' | 'output'): JsonSchema {
  const derived = derive(schema, {
    io,
    statesFurtherMembers: true,
    replacement: (inner) => {
      const name = SHARED.get(inner);
      return name === undefined
        ? book.schemas.EditAccountRequest?.properties?.[EDITS.get(inner) ?? '']
        : book.of(inner as z.ZodMiniType, valueSymbol(name));
    },
  });
  complete(book, derived, io);
  return derived;
}

/**
 * Adds examples that follow from a schema: a list of objects consists of their examples. Only what callers send has defaults.
 */
function complete(book: SchemaBook, schema: JsonSchema, io: 'input' | 'output'): void {
  const { anyOf = [], oneOf = [], items } = schema;
  for (const one of [...anyOf, ...oneOf, ...(items === undefined ? [] : [items])]) complete(book, one, io);
  for (const member of Object.values(schema.properties ?? {})) {
    complete(book, member, io);
    if (io === 'output' && member.description !== undefined)
      member.description = member.description.replace(/ Default: .*$/, '');
    if (member.properties === undefined && member.$ref === undefined)
      member.examples ??= [exampleOf(book, member)];
  }
}

function exampleOf(book: SchemaBook, schema: JsonSchema): unknown {
  const { examples, properties, items, anyOf, oneOf } = resolve(book.schemas, schema);
  if (Array.isArray(examples)) return examples[0] as unknown;
  if (items !== undefined) return [exampleOf(book, items)];
  if (properties !== undefined)
    return Object.fromEntries(
      Object.entries(properties).map(([name, member]) => [name, exampleOf(book, member)]),
    );
  const [first] = anyOf ?? oneOf ?? [];
  if (first !== undefined) return exampleOf(book, first);
  throw new Error(`A member has no example: ${JSON.stringify(schema)}`);
}

function textWith([description, example]: readonly [description: string, example: string]): JsonSchema {
  return { type: 'string', description, examples: [example] };
}
