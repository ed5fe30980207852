import { type Endpoint, endpoints, errorBodySchema, type OperationName } from '@messaging-service/contract';
import { stringify } from 'yaml';
import { root } from '../source-paths.ts';
import { valueSymbol } from './doc-comments.ts';
import { byStatus, errorCodes } from './errors.ts';
import { type Examples, recordExamples } from './examples.ts';
import { describePaths, describeRefusal, type Node } from './operations.ts';
import { SchemaBook } from './schemas.ts';
import { describeWebhooks } from './webhooks.ts';

/** Where the document lies. */
export const documentFile = `${root}docs/openapi.yaml`;

const DESCRIPTION = `Sends text messages to mobile numbers on behalf of accounts.

Every operation takes an API key in the query parameter \`key\`: an account's key to send, the organization's key to
manage accounts. A request is all or nothing: one bad message in it, and nothing is queued.`;

const TAGS: Readonly<Record<string, string>> = {
  messages: 'Distinct messages, each with its own destination, sender and text.',
  batches: 'One text for a list of destinations; scheduled batches, and receipts.',
  accounts: "The organization's accounts and their credits.",
  receiptCodes: 'What the codes in receipts mean.',
  webhooks: 'What the service sends to URLs that the customer configured.',
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
  const paths = describePaths(book, examples);
  const webhooks = describeWebhooks(book, examples);
  book.of(errorBodySchema, valueSymbol('errorBodySchema'));
  return {
    openapi: '3.1.0',
    info: {
      title: 'Messaging service',
      version: '0.1.0',
      description: DESCRIPTION,
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [
      {
        url: '{base_url}',
        description: "The service's base address.",
        variables: { base_url: { default: 'https://api.messaging.test', description: 'Base address.' } },
      },
    ],
    tags: Object.entries(TAGS).map(([name, description]) => ({ name, description })),
    paths,
    webhooks,
    components: {
      schemas: sorted(book.schemas),
      securitySchemes: {
        accountKey: keyScheme("An account's API key: 32 hexadecimal characters."),
        organizationKey: keyScheme("The organization's API key: 32 hexadecimal characters."),
      },
      responses: sorted(soleRefusals()),
      examples: Object.fromEntries(
        [...examples.errors].map(([code, value]) => [code, { summary: value.error.message, value }]),
      ),
    },
  };
}

/** Refusals for codes that no other code shares an operation's status with. */
function soleRefusals(): Node {
  const statuses = Object.entries(endpoints).flatMap(([resource, operations]) =>
    Object.entries<Endpoint>(operations).flatMap(([operation, endpoint]) => [
      ...byStatus(errorCodes(`${resource}.${operation}` as OperationName, endpoint)).values(),
    ]),
  );
  const alone = statuses.filter((codes) => codes.length === 1);
  return Object.fromEntries(alone.map((codes) => [String(codes[0]), describeRefusal(codes)] as const));
}

function keyScheme(description: string): Node {
  return { type: 'apiKey', in: 'query', name: 'key', description };
}

function sorted(members: Node): Node {
  return Object.fromEntries(Object.entries(members).toSorted(([a], [b]) => (a < b ? -1 : 1)));
}
