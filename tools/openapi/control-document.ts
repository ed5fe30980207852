import * as contract from '@messaging-service/contract';
import * as z from 'zod/mini';
import manifest from '../../packages/emulator/package.json' with { type: 'json' };
import { type Endpoint, type Refusal, TAGS } from '../../packages/emulator/src/control-api/endpoint.ts';
import { CONTROL_ENDPOINTS } from '../../packages/emulator/src/control-api/endpoints.ts';
import { CONTROL_PREFIX } from '../../packages/emulator/src/http/control-path.ts';
import { statusOf } from '../../packages/emulator/src/http/encode.ts';
import { valueSymbol } from './doc-comments.ts';
import { json, type Node, openApi, sorted } from './document.ts';
import { derive, type JsonSchema } from './json-schema.ts';
import type { SchemaBook } from './schemas.ts';

const DESCRIPTION = `Controls an emulated messaging service. It has the operations that tests need and the public API lacks.

No call needs a key. Every path also exists below \`/sandboxes/{id}\`, for that sandbox. Errors have the error body of the
public API.`;

/** Descriptions of refusals by their code. */
const REFUSAL_TEXTS: Readonly<Record<'invalid_request' | 'error' | Refusal, string>> = {
  invalid_request: 'A field is missing, unknown or invalid. `issues` lists each of them.',
  not_found: 'The sandbox, account, message, webhook, fault or other resource does not exist.',
  insufficient_credits: 'The organization has too few credits for the top-up.',
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

const { shape: editShape } = contract.editAccountRequestSchema._zod.def as unknown as z.core.$ZodObjectDef;

/** The members of edit-account, which the options of an account have as well, by their schemas. */
const EDITS = new Map<unknown, string>(Object.entries(editShape).map(([name, schema]) => [schema, name]));

/**
 * The OpenAPI document of the control API, made of its endpoint table and the schemas that validate its calls.
 *
 * @param book - The schemas of the public API, with their examples.
 */
export function controlDocument(book: SchemaBook): Node {
  const writer = new ControlWriter(book);
  const paths = Map.groupBy(CONTROL_ENDPOINTS, ({ path }) => path);
  const errorBody = writer.reference('ErrorBody');
  return openApi({
    title: 'Messaging emulator: control API',
    version: manifest.version,
    description: DESCRIPTION,
    tags: TAGS,
    members: {
      servers: [{ url: CONTROL_PREFIX, description: 'The emulator that serves this document.' }],
      security: [],
      paths: Object.fromEntries([...paths].map(([path, rows]) => [path, writer.path(rows)])),
      components: {
        schemas: sorted(writer.components),
        responses: Object.fromEntries(
          Object.entries(REFUSAL_TEXTS).map(([code, description]) => [
            code,
            { description, content: json(errorBody) },
          ]),
        ),
      },
    },
  });
}

/** Describes rows, and collects the schemas of the public API that they refer to. */
class ControlWriter {
  readonly components: Record<string, JsonSchema> = {};
  readonly #book: SchemaBook;

  constructor(book: SchemaBook) {
    this.#book = book;
  }

  path(rows: readonly Endpoint[]): Node {
    const [{ id } = { id: undefined }] = rows;
    return {
      ...(id !== undefined && { parameters: [{ ...parameter('id', 'path', id), required: true }] }),
      ...Object.fromEntries(rows.map((row) => [row.method.toLowerCase(), this.#operation(row)])),
    };
  }

  #operation(row: Endpoint): Node {
    const { name, tag, description, answer, headers, status, statuses, refusals } = row;
    const parameters = [
      ...Object.entries(headers).map(([header, texts]) => parameter(header, 'header', texts)),
      ...this.#queryParameters(row.query),
    ];
    const content =
      answer === 'events'
        ? { 'text/event-stream': { schema: { type: 'string' } } }
        : json(answer === 'free' ? { type: 'object' } : this.#schema(answer, 'output'));
    const refused = (code: string) => ({ $ref: `#/components/responses/${code}` });
    return {
      operationId: name,
      tags: [tag],
      summary: description.split('. ')[0]?.replace(/\.$/, ''),
      description,
      ...(parameters.length > 0 && { parameters }),
      ...this.#requestBody(row),
      responses: {
        ...Object.fromEntries([...statuses, status].map((one) => [one, { description, content }])),
        400: refused('invalid_request'),
        ...Object.fromEntries(refusals.map((code) => [statusOf(code), refused(code)])),
        default: refused('error'),
      },
    };
  }

  #requestBody({ body }: Endpoint): Node {
    if (body === null) return {};
    if (body === 'free') return { requestBody: { required: true, content: json({ type: 'object' }) } };
    const required = !z.safeParse(body, {}).success;
    return { requestBody: { required, content: json(this.#schema(body, 'input')) } };
  }

  #queryParameters(query: z.ZodMiniType): Node[] {
    const { properties = {}, required = [] } = this.#schema(query, 'input');
    return Object.entries(properties).map(([name, { description, examples, ...schema }]) => ({
      name,
      in: 'query',
      ...(required.includes(name) && { required: true }),
      description,
      schema,
      example: (examples as readonly unknown[])[0],
    }));
  }

  #schema(schema: z.core.$ZodType, io: 'input' | 'output'): JsonSchema {
    const { $schema: _, ...derived } = derive(schema, {
      io,
      statesFurtherMembers: true,
      replacement: (inner) => {
        const name = SHARED.get(inner);
        return name === undefined ? this.#edit(inner) : this.#shared(inner as z.ZodMiniType, name);
      },
    });
    this.#complete(derived, io);
    return derived;
  }

  #shared(schema: z.ZodMiniType, name: string): JsonSchema {
    const described = this.#book.of(schema, valueSymbol(name));
    this.#collect(described);
    return described;
  }

  /** A member of edit-account, as that call describes it. */
  #edit(schema: unknown): JsonSchema | undefined {
    const described = this.#book.schemas.EditAccountRequest?.properties?.[EDITS.get(schema) ?? ''];
    if (described !== undefined) this.#collect(described);
    return described;
  }

  /** A reference to a schema of the public API. */
  reference(name: string): JsonSchema {
    const reference = { $ref: `#/components/schemas/${name}` };
    this.#collect(reference);
    return reference;
  }

  /** Adds the schemas that a schema refers to. */
  #collect(schema: JsonSchema): void {
    for (const [, name = ''] of JSON.stringify(schema).matchAll(/"#\/components\/schemas\/(\w+)"/g)) {
      const component = this.#book.schemas[name];
      if (component === undefined || name in this.components) continue;
      this.components[name] = component;
      this.#collect(component);
    }
  }

  /**
   * Adds examples that follow from a schema: a list of objects consists of their examples. Only what callers send has defaults.
   */
  #complete(schema: JsonSchema, io: 'input' | 'output'): void {
    const { anyOf = [], oneOf = [], items } = schema;
    for (const one of [...anyOf, ...oneOf, ...(items === undefined ? [] : [items])]) this.#complete(one, io);
    for (const member of Object.values(schema.properties ?? {})) {
      this.#complete(member, io);
      if (io === 'output' && member.description !== undefined)
        member.description = member.description.replace(/ Default: .*$/, '');
      if (member.properties === undefined && member.$ref === undefined)
        member.examples ??= [this.#example(member)];
    }
  }

  #example(schema: JsonSchema): unknown {
    const { examples, properties, items, anyOf, oneOf } = this.#resolved(schema);
    if (Array.isArray(examples)) return examples[0] as unknown;
    if (items !== undefined) return [this.#example(items)];
    if (properties !== undefined)
      return Object.fromEntries(
        Object.entries(properties).map(([name, member]) => [name, this.#example(member)]),
      );
    const [first] = anyOf ?? oneOf ?? [];
    if (first !== undefined) return this.#example(first);
    throw new Error(`A member has no example: ${JSON.stringify(schema)}`);
  }

  #resolved(schema: JsonSchema): JsonSchema {
    return this.components[schema.$ref?.split('/').at(-1) ?? ''] ?? schema;
  }
}

function parameter(
  name: string,
  place: 'path' | 'header',
  [description, example]: readonly [string, string],
): Node {
  return { name, in: place, description, schema: { type: 'string' }, example };
}
