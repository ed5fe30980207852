import { WEBHOOK_SCHEMAS, type WebhookKind } from '@messaging-service/contract';
import { memberComment, typeNamed, valueSymbol } from './doc-comments.ts';
import { json, type Node } from './document.ts';
import type { Examples, WebhookExample } from './examples.ts';
import type { JsonSchema } from './json-schema.ts';
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

/** A kind of webhook and its description in the document. */
interface Webhook {
  readonly kind: WebhookKind;
  readonly schema: JsonSchema;
  readonly payload: unknown;
}

/** The webhooks with their schemas and recorded payloads. */
export function readWebhooks(book: SchemaBook, examples: Examples): readonly Webhook[] {
  return (Object.keys(WEBHOOK_SCHEMAS) as WebhookKind[]).map((kind) => ({
    kind,
    schema: book.of(WEBHOOK_SCHEMAS[kind], valueSymbol('WEBHOOK_SCHEMAS', kind)),
    payload: recorded(examples, kind).payload,
  }));
}

/** The document's `webhooks`. */
export function describeWebhooks(webhooks: readonly Webhook[], examples: Examples): Node {
  const { headers } = recorded(examples, 'inbound-message');
  return Object.fromEntries(
    webhooks.map(({ kind, schema, payload }) => [
      kind,
      { post: { ...describe(kind, headers), requestBody: body(schema, payload) } },
    ]),
  );
}

function recorded({ webhooks }: Examples, kind: WebhookKind): WebhookExample {
  const example = webhooks.get(kind);
  if (example === undefined) throw new Error(`No webhook ${kind} was recorded.`);
  return example;
}

function describe(kind: WebhookKind, signed: Readonly<Record<string, string>>): Node {
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
      example: signed[name],
    })),
    responses: {
      200: { description: 'The webhook is accepted. The service does not read the body of this response.' },
      default: {
        description: 'The webhook is not accepted. The service makes up to five additional attempts.',
      },
    },
  };
}

/** See SIG-2 and SIG-5. */
function present(kind: WebhookKind): string {
  return kind === 'inbound-message'
    ? 'Sent when the account has a `mo_webhook_secret`.'
    : 'The specification does not say whether this webhook is signed. Either all three headers are present, or none.';
}

function body(schema: JsonSchema, value: unknown): Node {
  const examples = { received: { summary: 'A received webhook', value } };
  return { required: true, content: json(schema, examples) };
}
