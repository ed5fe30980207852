import { exactly, inlined, type JsonSchema, type Members, pick } from './json-schema.ts';

/** An operation of the control API. */
export interface Operation {
  readonly method: string;
  /** Path below the prefix, perhaps with `{id}`. */
  readonly path: string;
  readonly query: Members;
  readonly body: JsonSchema | undefined;
  readonly answer: JsonSchema;
  /** All members that a caller passes: those of the path, the query and the body. */
  readonly input: Members;
  readonly required: readonly string[];
}

/** The parts of an OpenAPI document that are read. */
interface Document {
  readonly info: { readonly version: string };
  readonly paths: Readonly<Record<string, Readonly<Record<string, WrittenOperation>>>>;
  readonly components: { readonly schemas: Members };
}

interface Content {
  readonly content?: Readonly<Record<string, { readonly schema: JsonSchema }>>;
}

interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly description?: string;
  readonly required?: boolean;
  readonly schema: JsonSchema;
  readonly example?: unknown;
}

interface WrittenOperation {
  readonly operationId?: string;
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: Content;
  readonly responses: Readonly<Record<string, Content>>;
}

/**
 * The operations of the control API with their schemas, read from its OpenAPI document. The table of controls writes that
 * document, so a tool that names members of an operation has their types, descriptions and examples.
 */
export class Operations {
  readonly version: string;
  readonly #operations = new Map<string, Operation>();

  constructor(document: unknown) {
    const { info, paths, components } = document as Document;
    this.version = info.version;
    for (const [path, methods] of Object.entries(paths)) {
      const shared = (methods.parameters ?? []) as unknown as readonly Parameter[];
      for (const [method, written] of Object.entries(methods))
        if (written.operationId !== undefined)
          this.#operations.set(
            written.operationId,
            read(method, path, inlined(written, components.schemas) as WrittenOperation, shared),
          );
    }
  }

  /**
   * The operation with a name.
   *
   * @throws {Error} when the emulator has none: it has another version.
   */
  get(name: string): Operation {
    const operation = this.#operations.get(name);
    if (operation !== undefined) return operation;
    throw new Error(
      `The emulator (version ${this.version}) has no operation ${name}. Use the emulator and the command "messaging-emulator mcp" of one version.`,
    );
  }

  /** Members of the input of an operation, separated by spaces. */
  input(name: string, members: string): Members {
    return pick(this.get(name).input, members);
  }

  /** Members of the response of an operation, separated by spaces. */
  answer(name: string, members: string): Members {
    return pick(this.get(name).answer.properties, members);
  }
}

function read(
  method: string,
  path: string,
  { parameters = [], requestBody, responses }: WrittenOperation,
  shared: readonly Parameter[],
): Operation {
  const all = [...shared, ...parameters];
  const query = membersOf(all.filter((one) => one.in === 'query'));
  const body = schemaIn(requestBody);
  const [, success = {}] = Object.entries(responses).find(([status]) => status.startsWith('2')) ?? [];
  return {
    method: method.toUpperCase(),
    path,
    query,
    body,
    answer: schemaIn(success) ?? exactly({}),
    input: { ...membersOf(all.filter((one) => one.in === 'path')), ...query, ...body?.properties },
    required: [
      ...all.filter((one) => one.required === true && one.in !== 'header').map(({ name }) => name),
      ...(body?.required ?? []),
    ],
  };
}

function schemaIn({ content = {} }: Content = {}): JsonSchema | undefined {
  return content['application/json']?.schema;
}

function membersOf(parameters: readonly Parameter[]): Members {
  return Object.fromEntries(parameters.map((parameter) => [parameter.name, memberOf(parameter)]));
}

/** In a query, a number is text that consists of digits. */
function memberOf({ description, schema, example }: Parameter): JsonSchema {
  const { pattern = '', ...rest } = schema;
  const isNumber = /^\^(?:\[1-9\])?\\d[*+{]/.test(pattern);
  const value: JsonSchema = isNumber
    ? { type: 'integer', minimum: pattern.startsWith('^[1-9]') ? 1 : 0 }
    : schema;
  return {
    ...(isNumber ? value : { ...rest, ...(pattern === '' ? {} : { pattern }) }),
    ...(description === undefined ? {} : { description }),
    ...(example === undefined ? {} : { examples: [isNumber ? Number(example) : example] }),
  };
}
