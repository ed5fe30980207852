import { readFileSync } from 'node:fs';
import { createEmulator } from '@messaging-service/emulator';
import { listen } from '@messaging-service/emulator/node';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { CONTROL_ENDPOINTS } from '../../packages/emulator/src/control-api/endpoints.ts';
import { controlFile } from './documents.ts';

const text = readFileSync(controlFile, 'utf8');

/** Every schema of the document, at any depth. */
function* schemasIn(value: unknown): Generator<object> {
  if (typeof value !== 'object' || value === null) return;
  for (const [name, member] of Object.entries(value)) {
    if (name === 'schema') yield member as object;
    else yield* schemasIn(member);
  }
}

/** A schema of a member, as much of it as the tests read. */
interface Member {
  readonly properties?: object;
  readonly $ref?: string;
  readonly description?: string;
  readonly examples?: readonly unknown[];
}

/** Every member of a schema, with the path that leads to it. */
function* membersIn(value: unknown, path = ''): Generator<readonly [path: string, member: Member]> {
  if (typeof value !== 'object' || value === null) return;
  for (const [name, part] of Object.entries(value) as [string, unknown][]) {
    if (name === 'examples') continue;
    if (name === 'properties')
      for (const [member, schema] of Object.entries(part as Record<string, Member>))
        yield [`${path}.${member}`, schema];
    yield* membersIn(part, `${path}/${name}`);
  }
}

test('a server returns the same document at /_emulator/openapi.json', async () => {
  const emulator = createEmulator();
  const server = await listen(emulator);
  try {
    const response = await fetch(`${server.url}/_emulator/openapi.json`);
    expect([response.status, await response.json()]).toEqual([200, parse(text)]);
  } finally {
    await server.close();
    emulator.close();
  }
});

test('every row has a name of its own', () => {
  const names = CONTROL_ENDPOINTS.map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
});

test('every schema is valid JSON Schema', () => {
  const ajv = new Ajv2020({ strictTypes: false, validateFormats: false });
  const schemas = [...schemasIn(parse(text))];
  expect(schemas.length).toBeGreaterThan(80);
  for (const schema of schemas) expect(ajv.validateSchema(schema), ajv.errorsText()).toBe(true);
});

test('every member has an example that its schema accepts, except objects, whose members have some', {
  timeout: 60_000,
}, () => {
  const ajv = new Ajv2020({ strictTypes: false, validateFormats: false });
  const { components } = parse(text) as { components: { schemas: Readonly<Record<string, object>> } };
  for (const [name, schema] of Object.entries(components.schemas))
    ajv.addSchema(schema, `#/components/schemas/${name}`);
  const members = [...membersIn(parse(text))].filter(
    ([, { properties, $ref }]) => properties === undefined && $ref === undefined,
  );
  expect(members.length).toBeGreaterThan(300);
  const wrong = members.filter(
    ([, { examples, ...schema }]) =>
      examples === undefined || !examples.every((example) => ajv.validate(schema, example)),
  );
  expect(wrong.map(([path, { examples }]) => `${path}: ${JSON.stringify(examples)}`)).toEqual([]);
});

test('every member has a description that says more than its name', () => {
  const members = [...membersIn(parse(text))];
  expect(members.length).toBeGreaterThan(500);
  const wrong = members.filter(
    ([, { description = '' }]) => description.length < 10 || !/[.:]/.test(description),
  );
  expect(wrong.map(([path]) => path)).toEqual([]);
});

test('every parameter has a description, and an example that its schema accepts', { timeout: 60_000 }, () => {
  const ajv = new Ajv2020({ strictTypes: false, validateFormats: false });
  const parameters = [...parametersIn(parse(text))];
  expect(parameters.length).toBeGreaterThan(60);
  const wrong = parameters.filter(
    ({ name, description, schema, example }) => description === name || !ajv.validate(schema, example),
  );
  expect(wrong).toEqual([]);
});

/** A parameter of a query, a path or a header. */
interface Parameter {
  readonly name: string;
  readonly description: string;
  readonly schema: object;
  readonly example?: unknown;
}

function* parametersIn(value: unknown): Generator<Parameter> {
  if (typeof value !== 'object' || value === null) return;
  for (const [name, part] of Object.entries(value) as [string, unknown][]) {
    if (name === 'parameters') yield* part as Parameter[];
    else yield* parametersIn(part);
  }
}
