import { parse } from 'yaml';
import { read } from './pages.ts';

/** A schema, as far as the pages show it. */
export interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly title?: string;
  readonly description?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly oneOf?: readonly Schema[];
  readonly anyOf?: readonly Schema[];
  readonly format?: string;
  readonly examples?: readonly unknown[];
}

interface Example {
  readonly $ref?: string;
  readonly value?: unknown;
}

interface Content {
  readonly content?: Readonly<
    Record<string, { readonly schema?: Schema; readonly examples?: Readonly<Record<string, Example>> }>
  >;
}

/** A response of an operation. */
export interface Answer extends Content {
  readonly $ref?: string;
  readonly description?: string;
}

/** A parameter of an operation. */
export interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  readonly description?: string;
  readonly schema?: Schema;
  readonly example?: unknown;
  readonly examples?: unknown;
}

/** A call of an API. */
export interface Operation {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly summary: string;
  readonly description: string;
  readonly security?: readonly object[];
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: Required<Content>;
  readonly responses?: Readonly<Record<string, Answer>>;
}

/** A document of `docs`. */
export interface ApiDocument {
  readonly info: { readonly description: string };
  readonly servers: readonly { readonly url: string }[];
  readonly tags: readonly {
    readonly name: string;
    readonly description: string;
    readonly 'x-displayName': string;
  }[];
  readonly paths: Readonly<Record<string, Record<string, unknown>>>;
  readonly webhooks?: Readonly<Record<string, Record<string, unknown>>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, Schema>>;
    readonly responses: Readonly<Record<string, Answer>>;
    readonly examples?: Readonly<Record<string, Example>>;
  };
}

/** Reads an OpenAPI document, with the parameters of each path at its operations. */
export function readApi(name: 'openapi' | 'control-api'): ApiDocument {
  const document = parse(read(`docs/${name}.yaml`)) as ApiDocument;
  for (const item of Object.values(document.paths)) {
    const { parameters: shared = [] } = item as { parameters?: readonly Parameter[] };
    for (const [method, operation] of Object.entries(item))
      if (isOperation(operation))
        item[method] = { ...operation, parameters: [...shared, ...(operation.parameters ?? [])] };
    delete item.parameters;
  }
  return document;
}

/** Whether a member of a path is an operation. */
export const isOperation = (value: unknown): value is Operation =>
  typeof value === 'object' && value !== null && 'operationId' in value;
