import { stringify } from 'yaml';

/** A part of a document. */
export type Node = Readonly<Record<string, unknown>>;

/** The parts in which the documents differ. */
interface Parts {
  readonly title: string;
  readonly version: string;
  readonly description: string;
  /** Descriptions by tag. */
  readonly tags: Readonly<Record<string, string>>;
  /** Members of the document beside these. */
  readonly members: Node;
}

/** An OpenAPI 3.1 document. */
export function openApi({ title, version, description, tags, members }: Parts): Node {
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
    ...members,
  };
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
