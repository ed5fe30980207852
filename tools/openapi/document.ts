import { stringify } from 'yaml';
import type { JsonSchema } from './json-schema.ts';

/** A part of a document. */
export type Node = Readonly<Record<string, unknown>>;

/** An operation of an API. */
export interface Operation {
  readonly method: string;
  readonly path: string;
  readonly operationId: string;
  readonly tag: string;
  readonly summary: string;
  readonly description: string;
  /** Keys that it takes; undefined when the document says so for all operations. */
  readonly security?: readonly Node[] | undefined;
  readonly parameters: readonly Node[];
  /** Undefined when it has no body. */
  readonly requestBody: Node | undefined;
  readonly responses: Node;
}

/** The parts in which the documents differ. */
interface Parts {
  readonly title: string;
  readonly version: string;
  readonly description: string;
  /** Descriptions by tag. */
  readonly tags: Readonly<Record<string, string>>;
  readonly operations: readonly Operation[];
  /** Members of the document beside these. */
  readonly members: Node;
}

/** An OpenAPI 3.1 document. */
export function openApi({ title, version, description, tags, operations, members }: Parts): Node {
  const paths = Map.groupBy(operations, ({ path }) => path);
  return {
    openapi: '3.1.0',
    info: {
      title,
      version,
      description,
      contact: { name: 'Messaging service toolkit' },
      license: { name: 'MIT', identifier: 'MIT' },
    },
    tags: Object.entries(tags).map(([name, text]) => ({
      name,
      description: text,
      'x-displayName': headingOf(name),
    })),
    paths: Object.fromEntries([...paths].map(([path, ofPath]) => [path, describePath(ofPath)])),
    ...members,
  };
}

function describePath(operations: readonly Operation[]): Node {
  const parameters = operations[0]?.parameters.filter(isInPath) ?? [];
  return {
    ...(parameters.length > 0 && { parameters }),
    ...Object.fromEntries(
      operations.map((operation) => [operation.method.toLowerCase(), describeOperation(operation)]),
    ),
  };
}

/** An operation as a member of its path, which has the parameters of the path. */
export function describeOperation(operation: Omit<Operation, 'path' | 'method'>): Node {
  const { operationId, tag, summary, description, security, requestBody, responses } = operation;
  const parameters = operation.parameters.filter((parameter) => !isInPath(parameter));
  return {
    operationId,
    tags: [tag],
    summary,
    description,
    ...(security !== undefined && { security }),
    ...(parameters.length > 0 && { parameters }),
    ...(requestBody !== undefined && { requestBody }),
    responses,
  };
}

function isInPath(parameter: Node): boolean {
  return parameter.in === 'path';
}

/** A parameter of an operation. Its schema can have the description and examples of a member. */
export function parameter(
  name: string,
  place: 'path' | 'query' | 'header',
  { description, examples, ...schema }: JsonSchema,
  isRequired = place === 'path',
): Node {
  const [example] = examples as readonly unknown[];
  return { name, in: place, ...(isRequired && { required: true }), description, schema, example };
}

/** A tag as a heading: "Receipt codes". */
function headingOf(tag: string): string {
  const words = tag.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** JSON with a schema, as the content of a request or a response. */
export function json(schema: object, examples?: Node): Node {
  return { 'application/json': examples === undefined ? { schema } : { schema, examples } };
}

/** A document as YAML. It is the same at each run. */
export function toYaml(document: Node): string {
  return stringify(document, {
    aliasDuplicateObjects: false,
    lineWidth: 120,
    // Older readers take some plain texts for dates.
    compat: 'yaml-1.1',
  });
}

/** Members by name. */
export function sorted(members: Node): Node {
  return Object.fromEntries(Object.entries(members).toSorted(([a], [b]) => (a < b ? -1 : 1)));
}
