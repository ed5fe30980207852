import { readFileSync } from 'node:fs';
import { Ajv } from 'ajv';
import { expect, test } from 'vitest';
import { root } from '../source-paths.ts';

const text = readFileSync(`${root}packages/emulator/config.schema.json`, 'utf8');
const accepts = new Ajv({ strictTypes: false, validateFormats: false }).compile(JSON.parse(text) as object);

test.each([
  {},
  { $schema: './node_modules/@messaging-service/emulator/config.schema.json', clock: 'virtual', seed: 3 },
  { carrier: { after: '3s' }, webhooks: { retryDelays: [0, '1s'] } },
  { carrier: { after: { min: 10, max: '3s' }, rules: [{ to: '4479*', outcome: 'fail', code: '22' }] } },
  { accounts: [{ name: 'A', credits: 5, paid_credits: { allow_negative: true } }] },
  { server: { port: 0, allowOrigins: ['http://localhost:3000'], log: 'json', state: 'state' } },
])('%j is accepted by the JSON Schema', (config) => {
  expect([accepts(config), accepts.errors]).toEqual([true, null]);
});

test.each([
  { carier: {} },
  { carrier: { after: '3 s' } },
  { carrier: { rule: 'x' } },
  { accounts: [{ nmae: 'A' }] },
  { server: { port: 'http' } },
  { server: { prot: 80 } },
])('%j is refused by the JSON Schema', (config) => {
  expect(accepts(config)).toBe(false);
});
