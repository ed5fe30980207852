import { ERRORS, errorBodySchema } from '@messaging-service/contract';
import { valueSymbol } from './doc-comments.ts';
import { type Node, openApi, sorted } from './document.ts';
import { type Examples, recordExamples } from './examples.ts';
import { describeOperations } from './operations.ts';
import { completeExamples } from './property-examples.ts';
import { sharedRefusals } from './refusals.ts';
import { SchemaBook } from './schemas.ts';
import { describeWebhooks } from './webhooks.ts';

const DESCRIPTION = `Sends text messages to mobile numbers on behalf of accounts.

Every operation takes an API key in the query parameter \`key\`: an account's key to send messages, or the organization's
key to manage accounts. A request succeeds or fails as a whole: if one message in it is invalid, nothing is queued.

Errors have a JSON body with a stable \`code\`, a \`message\` and, for invalid requests, the list of \`issues\`.`;

const TAGS = {
  messages: 'Individual messages, each with its own destination, sender ID and text.',
  batches: 'One text for a list of destinations, scheduled batches, and delivery receipts.',
  accounts: 'The accounts of the organization and their credits.',
  receiptCodes: 'Meanings of the codes in receipts.',
  webhooks: 'Requests that the service sends to URLs of the customer.',
};

/** The document of the public API, and its schemas, which the control API has as well. */
export async function publicDocument(): Promise<{ readonly document: Node; readonly book: SchemaBook }> {
  const examples = await recordExamples();
  const book = new SchemaBook();
  const operations = describeOperations(book, examples);
  const webhooks = describeWebhooks(book, examples);
  const errorBody = book.of(errorBodySchema, valueSymbol('errorBodySchema'));
  for (const body of examples.invalidRequests.values()) book.shown(errorBody, body);
  completeExamples(book.schemas);
  const members = { servers: [SERVER], webhooks, components: componentsOf(book, examples) };
  const document = openApi({
    title: 'Messaging service',
    version: '0.1.0',
    description: DESCRIPTION,
    tags: TAGS,
    operations,
    members,
  });
  return { document, book };
}

const SERVER = {
  url: '{base_url}',
  description: 'The base address of the service.',
  variables: {
    base_url: { default: 'https://api.messaging.test', description: 'Address without a trailing slash.' },
  },
};

function componentsOf({ schemas }: SchemaBook, { errors }: Examples): Node {
  return {
    schemas: sorted({ ...schemas, ErrorBody: withErrorCodes(schemas.ErrorBody) }),
    securitySchemes: {
      accountKey: keyScheme('The API key of an account: 32 hexadecimal characters.'),
      organizationKey: keyScheme('The API key of the organization: 32 hexadecimal characters.'),
    },
    responses: sorted(sharedRefusals()),
    examples: Object.fromEntries(
      [...errors].map(([code, value]) => [code, { summary: value.error.message, value }]),
    ),
  };
}

/** Lists the known codes as text. With an enum, older clients would reject newer codes. */
function withErrorCodes(errorBody: SchemaBook['schemas'][string] | undefined): Node {
  const copy = structuredClone(errorBody);
  const code = copy?.properties?.error?.properties?.code;
  if (copy === undefined || code === undefined) throw new Error('The error body has no code.');
  const codes = Object.keys(ERRORS).map((one) => `\`${one}\``);
  code.description = `${code.description} Known codes: ${codes.join(', ')}.`;
  return copy;
}

function keyScheme(description: string): Node {
  return { type: 'apiKey', in: 'query', name: 'key', description };
}
