import { ERRORS, errorBodySchema } from '@messaging-service/contract';
import { stringify } from 'yaml';
import { root } from '../source-paths.ts';
import { valueSymbol } from './doc-comments.ts';
import { type Examples, recordExamples } from './examples.ts';
import { describePaths, readRows, shownBodies } from './operations.ts';
import { addPropertyExamples } from './property-examples.ts';
import { type Node, sharedRefusals } from './refusals.ts';
import { SchemaBook } from './schemas.ts';
import { describeWebhooks, readWebhooks } from './webhooks.ts';

/** Path of the document. */
export const documentFile = `${root}docs/openapi.yaml`;

const DESCRIPTION = `Sends text messages to mobile numbers on behalf of accounts.

Every operation takes an API key in the query parameter \`key\`: an account's key to send messages, or the organization's
key to manage accounts. A request succeeds or fails as a whole: if one message in it is invalid, nothing is queued.

Errors have a JSON body with a stable \`code\`, a \`message\` and, for invalid requests, the list of \`issues\`.
Identifiers such as MSG-5 name clauses of the behavior reference.`;

const TAGS: Readonly<Record<string, string>> = {
  messages: 'Individual messages, each with its own destination, sender ID and text.',
  batches: 'One text for a list of destinations, scheduled batches, and delivery receipts.',
  accounts: 'The accounts of the organization and their credits.',
  receiptCodes: 'Meanings of the codes in receipts.',
  webhooks: 'Requests that the service sends to URLs of the customer.',
};

/** The whole document, as text. It is the same at each run. */
export async function openapiDocument(): Promise<string> {
  return stringify(describe(await recordExamples()), {
    aliasDuplicateObjects: false,
    lineWidth: 120,
    // Older readers take some plain texts for dates.
    compat: 'yaml-1.1',
  });
}

function describe(examples: Examples): Node {
  const book = new SchemaBook();
  const rows = readRows(book, examples);
  const webhooks = readWebhooks(book, examples);
  const errorBody = book.of(errorBodySchema, valueSymbol('errorBodySchema'));
  addPropertyExamples(book.schemas, [
    ...shownBodies(rows),
    ...webhooks.map(({ schema, payload }) => [schema, payload] as const),
    ...[...examples.invalidRequests.values()].map((body) => [errorBody, body] as const),
  ]);
  listErrorCodes(book);
  return {
    openapi: '3.1.0',
    info: {
      title: 'Messaging service',
      version: '0.1.0',
      description: DESCRIPTION,
      contact: { name: 'Messaging service toolkit' },
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [
      {
        url: '{base_url}',
        description: 'The base address of the service.',
        variables: {
          base_url: {
            default: 'https://api.messaging.test',
            description: 'Address without a trailing slash.',
          },
        },
      },
    ],
    tags: Object.entries(TAGS).map(([name, description]) => ({
      name,
      description,
      'x-displayName': headingOf(name),
    })),
    paths: describePaths(rows, examples),
    webhooks: describeWebhooks(webhooks, examples),
    components: {
      schemas: sorted(book.schemas),
      securitySchemes: {
        accountKey: keyScheme('The API key of an account: 32 hexadecimal characters.'),
        organizationKey: keyScheme('The API key of the organization: 32 hexadecimal characters.'),
      },
      responses: sorted(sharedRefusals()),
      examples: Object.fromEntries(
        [...examples.errors].map(([code, value]) => [code, { summary: value.error.message, value }]),
      ),
    },
  };
}

/** Lists the known codes as text. With an enum, older clients would reject newer codes. */
function listErrorCodes({ schemas }: SchemaBook): void {
  const code = schemas.ErrorBody?.properties?.error?.properties?.code;
  if (code === undefined) throw new Error('The error body has no code.');
  const codes = Object.keys(ERRORS).map((one) => `\`${one}\``);
  code.description = `${code.description} Known codes: ${codes.join(', ')}.`;
}

/** A tag as a heading: "Receipt codes". */
function headingOf(tag: string): string {
  const words = tag.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function keyScheme(description: string): Node {
  return { type: 'apiKey', in: 'query', name: 'key', description };
}

function sorted(members: Node): Node {
  return Object.fromEntries(Object.entries(members).toSorted(([a], [b]) => (a < b ? -1 : 1)));
}
