import { readFileSync } from 'node:fs';
import * as contract from '@messaging-service/contract';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { controlFile, openApiFiles, publicFile } from './documents.ts';
import { errorCodes } from './errors.ts';

interface Media {
  readonly schema: object;
  readonly examples: Readonly<Record<string, { readonly $ref?: string; readonly value?: unknown }>>;
}

interface Operation {
  readonly operationId: string;
  readonly security: readonly object[];
  readonly parameters?: readonly { readonly name: string; readonly in: string }[];
  readonly requestBody?: { readonly content: { readonly 'application/json': Media } };
  readonly responses: Readonly<Record<string, { readonly content?: { readonly 'application/json': Media } }>>;
}

interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Partial<Operation>>>>>;
  readonly webhooks: Readonly<Record<string, { readonly post: Operation }>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, object>>;
    readonly responses: Readonly<
      Record<string, { readonly content: { readonly 'application/json': Media } }>
    >;
    readonly examples: Readonly<Record<string, { readonly value: unknown }>>;
  };
}

const text = readFileSync(publicFile, 'utf8');
const document = parse(text) as Document;
const ajv = new Ajv2020({ strictTypes: false, validateFormats: false });
for (const [name, schema] of Object.entries(document.components.schemas)) {
  ajv.addSchema(schema, `#/components/schemas/${name}`);
}

const rows = Object.entries(contract.endpoints).flatMap(([resource, operations]) =>
  Object.entries<contract.Endpoint>(operations).map(
    ([operation, endpoint]) => [`${resource}.${operation}` as contract.OperationName, endpoint] as const,
  ),
);
const operationOf = ({ path, method }: contract.Endpoint) => document.paths[path]?.[method.toLowerCase()];

const accepts = (schema: object, value: unknown) => ajv.validate(schema, value);
const component = (name: string) => ({ $ref: `#/components/schemas/${name}` });

test('the documents are what `npm run generate -- openapi` writes', async () => {
  for (const [file, written] of await openApiFiles())
    expect(readFileSync(file, 'utf8') === written, file).toBe(true);
});

test('every schema is valid JSON Schema', () => {
  for (const schema of Object.values(document.components.schemas)) {
    expect(ajv.validateSchema(schema), ajv.errorsText()).toBe(true);
  }
});

test.each(rows)('%s is in the document, with its key and its placeholders', (_, endpoint) => {
  const { accountKey, organizationKey } = { accountKey: [], organizationKey: [] };
  const keys = { account: [{ accountKey }], organization: [{ organizationKey }] };
  expect(operationOf(endpoint)?.security).toEqual(
    endpoint.key === 'any' ? [...keys.account, ...keys.organization] : keys[endpoint.key],
  );
});

test.each(rows)('%s lists the statuses of its error codes and the general ones', (_, endpoint) => {
  const { responses = {} } = operationOf(endpoint) ?? {};
  const same = rows.filter(([, { path, method }]) => path === endpoint.path && method === endpoint.method);
  const codes = same.flatMap((row) => errorCodes(...row));
  const statuses = codes.map((code) => String(contract.ERRORS[code].status));
  const general = ['200', '401', '405', '429', '5XX', 'default'];
  expect(new Set(Object.keys(responses))).toEqual(new Set([...statuses, ...general]));
});

test.each(rows)('%s shows its most common error first', (_, endpoint) => {
  const media = operationOf(endpoint)?.responses?.['400']?.content?.['application/json'];
  const takesInput = endpoint.body !== null || endpoint.path.includes('{');
  expect(Object.keys(media?.examples ?? {})[0]).toBe(takesInput ? 'invalid_request' : 'invalid_key');
});

/** Every schema object below a value, with the path that leads to it. */
function* schemasBelow(
  value: unknown,
  path: string,
): Generator<readonly [string, Readonly<Record<string, unknown>>]> {
  if (typeof value !== 'object' || value === null) return;
  yield [path, value as Readonly<Record<string, unknown>>];
  for (const [name, member] of Object.entries(value)) {
    if (name !== 'examples') yield* schemasBelow(member, `${path}.${name}`);
  }
}

describe('every member of a schema', () => {
  const members = [...schemasBelow(document.components.schemas, '')].filter(([path]) =>
    /\.properties\.[^.]+$/.test(path),
  );

  test('has a description', () => {
    expect(members.length).toBeGreaterThan(100);
    expect(members.filter(([, { description }]) => typeof description !== 'string')).toEqual([]);
  });

  test('has an example that it accepts, or consists of members that have one', () => {
    for (const [path, { examples, ...schema }] of members) {
      if (schema.$ref !== undefined || schema.properties !== undefined) continue;
      expect(examples, path).toHaveLength(1);
      expect(accepts(schema, (examples as unknown[])[0]), `${path}: ${ajv.errorsText()}`).toBe(true);
    }
  });

  test('that holds a UUID or an address says so in its format', () => {
    const unformatted = members.filter(([path, { examples, format, enum: values }]) => {
      const [example] = (examples ?? []) as unknown[];
      if (typeof example !== 'string' || format !== undefined || values !== undefined) return false;
      const isUnset = path.endsWith('mo_webhook_url');
      return !isUnset && /^[0-9a-f]{8}-[0-9a-f-]{27}$|^https?:/.test(example);
    });
    expect(unformatted.map(([path]) => path)).toEqual([]);
  });
});

test('texts name no file and no clause that readers do not have', () => {
  const texts = [text, readFileSync(controlFile, 'utf8')];
  for (const one of texts) expect(one).not.toMatch(/spec\.md|facts\.md|\bDone\.|\b[A-Z]{3}-\d+\b/);
});

describe('examples', () => {
  const operations = [
    ...Object.values(document.paths).flatMap((path) => Object.values(path)),
    ...Object.values(document.webhooks).map(({ post }) => post),
  ].filter((operation): operation is Operation => 'operationId' in operation);

  test.each(operations.map((operation) => [operation.operationId, operation] as const))(
    '%s has examples, and its schemas accept them',
    (_, { requestBody, responses }) => {
      const media = [requestBody, ...Object.values(responses)].flatMap(
        (part) => part?.content?.['application/json'] ?? [],
      );
      expect(media).not.toEqual([]);
      for (const { schema, examples } of media) {
        expect(Object.keys(examples)).not.toEqual([]);
        for (const { $ref, value } of Object.values(examples)) {
          const shown =
            $ref === undefined ? value : document.components.examples[$ref.split('/')[3] ?? '']?.value;
          expect(accepts(schema, shown), ajv.errorsText()).toBe(true);
        }
      }
    },
  );

  test('every code that an operation can be refused with has an example, which is an error body', () => {
    const codes = rows.flatMap((row) => errorCodes(...row));
    const shown = Object.keys(document.components.examples);
    expect(new Set(shown)).toEqual(new Set([...codes, 'method_not_allowed', 'service_unavailable']));
    for (const [code, { value }] of Object.entries(document.components.examples)) {
      expect(accepts(component('ErrorBody'), value), ajv.errorsText()).toBe(true);
      expect(value).toMatchObject({ error: { code } });
    }
  });
});

test.each(Object.keys(contract.WEBHOOK_SCHEMAS))(
  'the webhook %s may have signature, timestamp and environment (SIG-1)',
  (kind) => {
    const headers = document.webhooks[kind]?.post.parameters?.map(({ name }) => name);
    expect(headers).toEqual(['signature', 'timestamp', 'environment']);
  },
);

const message = { to: '447700900123', from: { type: 'shared' }, body: 'Hello' };
const batch = { from: 'DEMO', message: 'Hello', destinations: ['447700900123'] };
const upper = '0190F3C4-5B6A-7C8D-9E0F-1A2B3C4D5E6F';
const topUp = { accountUuid: upper.toLowerCase(), topup: 1 };

describe('the document accepts and refuses what the contract does', () => {
  const requests = {
    AddMessageRequest: [
      contract.addMessageRequestSchema,
      [
        { messages: [message] },
        { messages: [{ ...message, id: upper, send_at: '2026-01-01T09:00Z', channels: ['rcs', 'sms'] }] },
        {
          messages: [{ ...message, from: { type: 'custom', value: 'DEMO' }, callback: 'https://a.example' }],
        },
        { messages: [{ to: '447700900123' }], defaults: { from: { type: 'shared' }, body: 'Hello' } },
        { messages: [] },
        { messages: [{ ...message, to: '0770' }] },
        { messages: [{ ...message, body: '' }] },
        { messages: [{ ...message, sendAt: '2026-01-01T09:00Z' }] },
        { messages: [{ ...message, send_at: 'tomorrow' }] },
        { messages: [{ ...message, callback: 'ftp://a.example' }] },
        { messages: [{ ...message, channels: [] }] },
        { messages: [{ ...message, channels: ['sms', 'sms'] }] },
        { messages: [{ ...message, from: { type: 'shared', value: '447700900980' } }] },
        { messages: [{ ...message, from: { type: 'custom' } }] },
        { messages: [{ to: '447700900123' }] },
        { defaults: message },
      ],
    ],
    BatchRequest: [
      contract.batchRequestSchema,
      [
        batch,
        { ...batch, uuid: upper, at: '2026-01-01T09:00Z', channel: 'rcs', fallback_channels: ['sms'] },
        { ...batch, id: upper, send_at: '2026-01-01T09:00Z' },
        { ...batch, destinations: [] },
        { ...batch, message: '' },
        { ...batch, from: ' DEMO' },
        { ...batch, channel: 'fax' },
        { ...batch, uuid: 'x' },
      ],
    ],
    CreateAccountRequest: [
      contract.createAccountRequestSchema,
      [{ name: 'a' }, { name: 'x'.repeat(200) }, { name: '' }, { name: 'x'.repeat(201) }, {}],
    ],
    EditAccountRequest: [
      contract.editAccountRequestSchema,
      [
        {},
        { schedule: '0 0 1 * *', paid_credits: { negative_limit: null, allow_negative: true } },
        { packaged_credits: { schedule_refill_amount: 0, schedule_reset_to_zero: true } },
        { mo: { mo_webhook_url: '', mo_webhook_secret: '' } },
        { mo: { mo_webhook_url: 'HTTPS://a.example/' } },
        { mo: { mo_webhook_url: 'nowhere' } },
        { packaged_credits: { schedule_refill_amount: -1 } },
        { paid_credits: { negative_limit: 1.5 } },
        { topup: 1 },
      ],
    ],
    TopUpRequest: [
      contract.topUpRequestSchema,
      [topUp, { ...topUp, topup: 0 }, { ...topUp, topup: 1.5 }, { topup: 1 }],
    ],
    AccountTopUpRequest: [contract.accountTopUpRequestSchema, [{ topup: 1 }, { topup: 0 }, topUp]],
  } as const;

  const cases = Object.entries(requests).flatMap(([name, [schema, values]]) =>
    values.map((value) => [name, JSON.stringify(value).slice(0, 100), schema, value] as const),
  );
  test.each(cases)('%s %s', (name, _, schema, value) => {
    expect(accepts(component(name), value)).toBe(contract.validate<unknown>(schema, value).ok);
  });
});
