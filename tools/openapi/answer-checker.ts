import { readFileSync } from 'node:fs';
import { ERRORS, type ErrorBody, type ErrorCode } from '@messaging-service/contract';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { parse } from 'yaml';
import type { JsonSchema } from './constraints.ts';

/** An answer of the service, with what was asked. */
export interface CheckedAnswer {
  readonly method: string;
  /** Path and query, below the base URL. */
  readonly url: string;
  readonly status: number;
  readonly body: string;
}

/** HTTP statuses that an emulator was told to use for some codes. */
type Statuses = Readonly<Partial<Record<string, number>>>;

interface Media {
  readonly content: { readonly 'application/json': { readonly schema: JsonSchema } };
}

type Response = Media | { readonly $ref: string };

interface Operation {
  readonly operationId: string;
  readonly responses: Readonly<Record<string, Response>>;
}

/** As much of the document as answers are checked by. */
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

/** Holds answers against the document. Fields it does not name are wrong, too: documents are read to learn of fields. */
export class AnswerChecker {
  readonly #document: OpenApi;
  // The document's schemas are checked by a test of its own: here it would cost every test file a third of a second.
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

  /** What the document has against an answer: a sentence, or nothing. */
  check({ method, url, status, body }: CheckedAnswer, statuses: Statuses = {}): string | undefined {
    const path = url.split('?', 1)[0] as string;
    const answer: unknown = JSON.parse(body);
    const operations = this.#paths.find(([template]) => template.test(path))?.[1];
    const operation = operations?.[method.toLowerCase()];
    const told = toldStatus(answer, status, statuses);
    const response = operation === undefined ? UNKNOWN_OPERATION : operation.responses[String(told)];
    const name = `${method} ${path}: ${status}`;
    if (response === undefined) return `${name} is not in the document`;
    const validator = this.#validator(`${operation?.operationId ?? ''} ${told}`, response);
    return validator(answer) ? undefined : `${name} ${this.#ajv.errorsText(validator.errors)}: ${body}`;
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
    if (media === undefined) throw new Error(`the document has no ${reference}`);
    return media;
  }
}

/** Where the document knows no operation, the service still answers with an error body. */
const UNKNOWN_OPERATION: Media = {
  content: {
    'application/json': {
      schema: {
        allOf: [
          { $ref: '#/components/schemas/ErrorBody' },
          { properties: { error: { properties: { code: { enum: ['not_found', 'method_not_allowed'] } } } } },
        ],
      },
    },
  },
};

/** The status that a refusal would have had, had the emulator not been told of another one for its code. */
function toldStatus(answer: unknown, status: number, statuses: Statuses): number {
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
