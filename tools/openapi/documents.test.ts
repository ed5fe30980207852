import { readFileSync } from 'node:fs';
import * as contract from '@messaging-service/contract';
import { createEmulator } from '@messaging-service/emulator';
import { listen } from '@messaging-service/emulator/node';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { root } from '../source-paths.ts';

type Node = Readonly<Record<string, unknown>>;

/** A document, with a validator that knows its schemas. */
function readDocument(name: string) {
  const text = readFileSync(`${root}docs/${name}`, 'utf8');
  const document = parse(text) as { components: { schemas: Readonly<Record<string, object>> } };
  const ajv = new Ajv2020({ strictTypes: false, validateFormats: false });
  for (const [schemaName, schema] of Object.entries(document.components.schemas))
    ajv.addSchema(schema, `#/components/schemas/${schemaName}`);
  return { name, text, document, ajv, objects: [...objectsIn(document, '')] };
}

/** Every object in a document, with the path that leads to it. Examples are no part of it. */
function* objectsIn(value: unknown, path: string): Generator<readonly [path: string, object: Node]> {
  if (typeof value !== 'object' || value === null) return;
  yield [path, value as Node];
  for (const [name, member] of Object.entries(value))
    if (!/^examples?$/.test(name)) yield* objectsIn(member, `${path}/${name}`);
}

const publicApi = readDocument('openapi.yaml');
const controlApi = readDocument('control-api.yaml');

describe.each([publicApi, controlApi])('in docs/$name', ({ text, ajv, objects }) => {
  const under = (parent: RegExp) => objects.filter(([path]) => parent.test(path));
  const members = under(/\/properties\/[^/]+$/);

  test('every schema is valid JSON Schema', () => {
    const schemas = under(/\/schema$|^\/components\/schemas\/[^/]+$/);
    expect(schemas.length).toBeGreaterThan(20);
    for (const [path, schema] of schemas) expect(ajv.validateSchema(schema), path).toBe(true);
  });

  test('every member has a description that is a sentence', () => {
    expect(members.length).toBeGreaterThan(100);
    const wrong = members.filter(([, { description }]) => !/^.{8,}[.:]/.test(String(description)));
    expect(wrong.map(([path]) => path)).toEqual([]);
  });

  test('every member has an example that it accepts, or consists of members that have one', {
    timeout: 60_000,
  }, () => {
    const wrong = members.filter(
      ([, { examples, ...schema }]) =>
        schema.$ref === undefined &&
        schema.properties === undefined &&
        !(Array.isArray(examples) && examples.every((example) => ajv.validate(schema, example))),
    );
    expect(wrong.map(([path]) => path)).toEqual([]);
  });

  test('every parameter has a description, and an example that it accepts', { timeout: 60_000 }, () => {
    const parameters = under(/\/parameters\/\d+$/).map(([, parameter]) => parameter);
    expect(parameters.length).toBeGreaterThan(10);
    const wrong = parameters.filter(
      ({ name, description = name, schema, example }) =>
        description === name || !ajv.validate(schema as object, example),
    );
    expect(wrong).toEqual([]);
  });

  test('texts name no file and no clause that readers do not have', () => {
    expect(text).not.toMatch(/spec\.md|facts\.md|\bDone\.|\b[A-Z]{3}-\d+\b/);
  });
});

test('a server returns the document of the control API at /_emulator/openapi.json', async () => {
  const emulator = createEmulator();
  const server = await listen(emulator);
  try {
    const response = await fetch(`${server.url}/_emulator/openapi.json`);
    expect([response.status, await response.json()]).toEqual([200, controlApi.document]);
  } finally {
    await server.close();
    emulator.close();
  }
});

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
    const schemaOfDocument = { $ref: `#/components/schemas/${name}` };
    expect(publicApi.ajv.validate(schemaOfDocument, value)).toBe(
      contract.validate<unknown>(schema, value).ok,
    );
  });
});
