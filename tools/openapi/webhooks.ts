import { WEBHOOK_SCHEMAS, type WebhookKind } from '@messaging-service/contract';
import { memberComment, typeNamed, valueSymbol } from './doc-comments.ts';
import type { Examples } from './examples.ts';
import type { Node } from './operations.ts';
import type { SchemaBook } from './schemas.ts';

const SUMMARIES: Readonly<Record<WebhookKind, string>> = {
  'inbound-message': 'A message from a handset',
  'delivery-receipt': 'A message was delivered, or failed',
  'credit-notification': 'An account fell below a threshold',
};

/** Headers of a signed webhook, in the order in which they are joined. */
const HEADERS = [
  [
    'signature',
    'Base64 of the HMAC-SHA256, with the secret as key, of the body (minified, base64), `environment` and `timestamp`, joined by full stops.',
  ],
  ['timestamp', 'Epoch time of sending.'],
  ['environment', 'Origin environment.'],
] as const;

/** The document's `webhooks`. */
export function describeWebhooks(book: SchemaBook, examples: Examples): Node {
  const kinds = Object.keys(WEBHOOK_SCHEMAS) as WebhookKind[];
  return Object.fromEntries(
    kinds.map((kind) => {
      const schema = book.of(WEBHOOK_SCHEMAS[kind], valueSymbol('WEBHOOK_SCHEMAS', kind));
      const example = examples.webhooks.get(kind);
      if (example === undefined) throw new Error(`no ${kind} was received that could be shown`);
      const { headers, payload } = example;
      return [kind, { post: { ...describe(kind, headers), requestBody: body(schema, payload) } }];
    }),
  );
}

function describe(kind: WebhookKind, sent: Readonly<Record<string, string>>): Node {
  return {
    operationId: `webhooks.${kind}`,
    tags: ['webhooks'],
    summary: SUMMARIES[kind],
    description: memberComment(typeNamed('WebhookPayloads'), kind),
    security: [],
    parameters: HEADERS.map(([name, description]) => ({
      name,
      in: 'header',
      required: false,
      description: `${description} ${present(kind)}`,
      schema: { type: 'string' },
      ...(sent[name] !== undefined && { example: sent[name] }),
    })),
    responses: {
      200: { description: 'Received. The body is not read.' },
      default: { description: 'Not received: up to five additional attempts follow.' },
    },
  };
}

/** See SIG-2 and SIG-5. */
function present(kind: WebhookKind): string {
  return kind === 'inbound-message'
    ? 'Sent when the account has a `mo_webhook_secret`.'
    : 'Whether this kind is signed is left open; the three headers come together or not at all.';
}

function body(schema: Node, value: unknown): Node {
  const examples = { received: { summary: 'As it was received', value } };
  return { required: true, content: { 'application/json': { schema, examples } } };
}
