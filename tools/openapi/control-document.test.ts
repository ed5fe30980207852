import { readFileSync } from 'node:fs';
import { createEmulator } from '@messaging-service/emulator';
import { listen } from '@messaging-service/emulator/node';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { ROUTES } from '../../packages/emulator/src/http/control/control.ts';
import { DESCRIPTIONS } from '../../packages/emulator/src/http/control/openapi/operations.ts';
import { controlDocumentText, controlFile } from './control-document.ts';

const text = readFileSync(controlFile, 'utf8');

/** Every schema of the document, at any depth. */
function* schemasIn(value: unknown): Generator<object> {
  if (typeof value !== 'object' || value === null) return;
  for (const [name, member] of Object.entries(value)) {
    if (name === 'schema') yield member as object;
    else yield* schemasIn(member);
  }
}

test('docs/control-api.yaml is what `npm run openapi` writes', () => {
  expect(text).toBe(controlDocumentText());
});

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

test('every row of the control API is described, and nothing else', () => {
  const served = ['GET /sandboxes', 'POST /sandboxes', 'GET /sandboxes/{id}', 'DELETE /sandboxes/{id}'];
  const rows = ROUTES.map(({ method, path }) => `${method} ${path}`);
  expect(Object.keys(DESCRIPTIONS).toSorted()).toEqual([...rows, ...served].toSorted());
  const ids = Object.values(DESCRIPTIONS).map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
});

test('every schema is valid JSON Schema', () => {
  const ajv = new Ajv2020({ strictTypes: false, validateFormats: false });
  const schemas = [...schemasIn(parse(text))];
  expect(schemas.length).toBeGreaterThan(80);
  for (const schema of schemas) expect(ajv.validateSchema(schema), ajv.errorsText()).toBe(true);
});
