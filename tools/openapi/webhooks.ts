import { WEBHOOK_SCHEMAS, type WebhookKind } from '@messaging-service/contract';
import { memberComment, typeNamed, valueSymbol } from './doc-comments.ts';
import { describeOperation, json, type Node, parameter } from './document.ts';
import type { Examples } from './examples.ts';
import type { SchemaBook } from './schemas.ts';

const SUMMARIES: Readonly<Record<WebhookKind, string>> = {
  'inbound-message': 'A message from a handset',
  'delivery-receipt': 'A message was delivered or failed',
  'credit-notification': 'An account fell below a threshold',
};

/** Headers of a signed webhook, in the order in which they are joined. */
const HEADERS = [
  [
    'signature',
    'Base64 of the HMAC-SHA256, with the secret as key, of the body (minified, base64), `environment` and `timestamp`, joined by full stops.',
  ],
  ['timestamp', 'Epoch time of sending in seconds. Verifiers should also accept milliseconds.'],
  ['environment', 'Name of the environment that sent the webhook.'],
] as const;

/** The webhooks, each with its schema and a recorded payload. */
export function describeWebhooks(book: SchemaBook, { webhooks }: Examples): Node {
  const signed = webhooks.get('inbound-message')?.headers ?? {};
  const kinds = Object.keys(WEBHOOK_SCHEMAS) as WebhookKind[];
  return Object.fromEntries(
    kinds.map((kind) => {
      const schema = book.of(WEBHOOK_SCHEMAS[kind], valueSymbol('WEBHOOK_SCHEMAS', kind));
      const value = book.shown(schema, webhooks.get(kind)?.payload);
      const examples = { received: { summary: 'A received webhook', value } };
      return [kind, { post: describeWebhook(kind, signed, json(schema, examples)) }];
    }),
  );
}

function describeWebhook(kind: WebhookKind, signed: Readonly<Record<string, string>>, content: Node): Node {
  return describeOperation({
    operationId: `webhooks.${kind}`,
    tag: 'webhooks',
    summary: SUMMARIES[kind],
    description: memberComment(typeNamed('WebhookPayloads'), kind),
    security: [],
    parameters: HEADERS.map(([name, text]) => {
      const description = `${text} ${present(kind)}`;
      return parameter(name, 'header', { type: 'string', description, examples: [signed[name]] });
    }),
    requestBody: { required: true, content },
    responses: {
      200: { description: 'The webhook is accepted. The service does not read the body of this response.' },
      default: {
        description: 'The webhook is not accepted. The service makes up to five additional attempts.',
      },
    },
  });
}

/** See SIG-2 and SIG-5. */
function present(kind: WebhookKind): string {
  return kind === 'inbound-message'
    ? 'Sent when the account has a `mo_webhook_secret`.'
    : 'The specification does not say whether this webhook is signed. Either all three headers are present, or none.';
}
