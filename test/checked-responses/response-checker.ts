import { readFileSync } from 'node:fs';
import { ERRORS, type ErrorBody, type ErrorCode } from '@messaging-service/contract';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { parse } from 'yaml';
import type { JsonSchema } from '../../tools/openapi/json-schema.ts';

/** A response of the service and the request that caused it. */
export interface CheckedResponse {
  readonly method: string;
  /** Path and query, below the base URL. */
  readonly url: string;
  readonly status: number;
  readonly body: string;
}

/** Configured HTTP statuses of some error codes. */
type Statuses = Readonly<Partial<Record<string, number>>>;

interface Media {
  readonly content: {
    readonly 'application/json': {
      readonly schema: JsonSchema;
      readonly examples?: Readonly<Record<string, unknown>>;
    };
  };
}

type Response = Media | { readonly $ref: string };

interface Operation {
  readonly operationId: string;
  readonly responses: Readonly<Record<string, Response>>;
}

/** The parts of the document that responses are checked against. */
export interface OpenApi {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, JsonSchema>>;
    readonly responses: Readonly<Record<string, Media>>;
  };
}

/** Reads the document from its file. */
export function readDocument(file: string): OpenApi {
  return parse(readFileSync(file, 'utf8')) as OpenApi;
}

/** Compares responses with the document. A field that the document does not list is a mismatch as well. */
export class ResponseChecker {
  readonly #document: OpenApi;
  // A separate test checks the schemas of the document. Checking them here would cost every test file a third of a second.
  readonly #ajv = new Ajv2020({
    strictTypes: false,
    validateFormats: false,
    meta: false,
    validateSchema: false,
  });
  readonly #paths: readonly (readonly [template: RegExp, operations: Readonly<Record<string, Operation>>])[];
  readonly #validators = new Map<string, ValidateFunction>();

  constructor(document: OpenApi) {
    this.#document = document;
    this.#paths = Object.entries(document.paths).map(([path, operations]) => [
      new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`),
      operations,
    ]);
    for (const [name, schema] of Object.entries(document.components.schemas)) {
      this.#ajv.addSchema(closed(schema), `#/components/schemas/${name}`);
    }
  }

  /** Describes how a response differs from the document; undefined when it does not. */
  check({ method, url, status, body }: CheckedResponse, statuses: Statuses = {}): string | undefined {
    // The response to GET without its body. RFC 9110, 9.3.2.
    if (method === 'HEAD') return undefined;
    const path = url.split('?', 1)[0] as string;
    const answer: unknown = JSON.parse(body);
    const operations = this.#paths.find(([template]) => template.test(path))?.[1];
    const operation = operations?.[method.toLowerCase()];
    const documented = documentedStatus(answer, status, statuses);
    const response = operation === undefined ? UNKNOWN_OPERATION : operation.responses[String(documented)];
    const name = `${method} ${path}: ${status}`;
    if (response === undefined) return `${name} is not in the document`;
    const validator = this.#validator(`${operation?.operationId ?? ''} ${documented}`, response);
    if (!validator(answer)) return `${name} ${this.#ajv.errorsText(validator.errors)}: ${body}`;
    return documented < 400 || this.#hasExample(response, (answer as ErrorBody).error.code)
      ? undefined
      : `${name} has a code that the document does not list: ${body}`;
  }

  /** The examples of an error response are named after its codes. A response without examples allows every code. */
  #hasExample(response: Response, code: string): boolean {
    const { examples } = ('$ref' in response ? this.#shared(response.$ref) : response).content[
      'application/json'
    ];
    return examples === undefined || code in examples;
  }

  #validator(name: string, response: Response): ValidateFunction {
    const known = this.#validators.get(name);
    if (known !== undefined) return known;
    const { content } = '$ref' in response ? this.#shared(response.$ref) : response;
    const compiled = this.#ajv.compile(content['application/json'].schema as object);
    this.#validators.set(name, compiled);
    return compiled;
  }

  #shared(reference: string): Media {
    const media = this.#document.components.responses[reference.split('/').at(-1) as string];
    if (media === undefined) throw new Error(`The document has no ${reference}.`);
    return media;
  }
}

/** The response to a path or a method that the document does not have. The query is read first, so it can be refused, too. */
const UNKNOWN_OPERATION: Media = {
  content: {
    'application/json': {
      schema: { $ref: '#/components/schemas/ErrorBody' },
      examples: { not_found: {}, method_not_allowed: {}, invalid_request: {} },
    },
  },
};

/** The status in the document for an error response whose status the configuration overrides. */
function documentedStatus(answer: unknown, status: number, statuses: Statuses): number {
  if (status < 400) return status;
  const { code } = (answer as ErrorBody).error;
  return statuses[code] === status && code in ERRORS ? ERRORS[code as ErrorCode].status : status;
}

function closed(schema: JsonSchema): JsonSchema {
  const copy = Object.fromEntries(
    Object.entries(schema).map(([key, value]) => [key, closedMember(value)]),
  ) as JsonSchema;
  return schema.properties === undefined ? copy : { additionalProperties: false, ...copy };
}

function closedMember(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(closedMember);
  return typeof value === 'object' && value !== null ? closed(value as JsonSchema) : value;
}
