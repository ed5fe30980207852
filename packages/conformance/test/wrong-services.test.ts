import { checkConformance } from '@messaging-service/conformance';
import { expect, test } from 'vitest';
import { cases } from '../src/cases/all.ts';
import { behind, idsOf, violated } from './altered-service.ts';
import { emulatedTarget } from './emulated-target.ts';
import { wrongServices } from './wrong-services.ts';

test('a conforming service breaks no clause', async () => {
  expect(await violated(emulatedTarget().target)).toEqual([]);
});

test('for each case there is a service that fails it', () => {
  const found = wrongServices.map(({ id }) => id);
  expect(cases.map(({ id }) => id).filter((id) => !found.includes(id))).toEqual([]);
});

test.each(wrongServices)('$id fails with a service that $is', async ({ id, target, also = [] }) => {
  expect(idsOf(await violated(target)).toSorted()).toEqual([id, ...also].toSorted());
});

test('the report contains no key, even if the service repeats it', async () => {
  const { target } = emulatedTarget();
  const indiscreet = behind(target, async (url, init) => {
    const response = await target.fetch(url, init);
    return Response.json({ echo: url, body: await response.json() }, { status: response.status });
  });
  const report = await checkConformance(indiscreet);
  expect(report.clauses.some(({ outcome }) => outcome === 'failed')).toBe(true);
  expect(JSON.stringify(report)).not.toMatch(/[0-9a-f]{32}/);
});

test('by default nothing is sent, held or changed', async () => {
  const { emulator, target } = emulatedTarget();
  const before = emulator.snapshot();
  const { clauses } = await checkConformance({ ...target, dryRunOnly: undefined });
  expect(clauses.filter(({ outcome }) => outcome === 'failed')).toEqual([]);
  expect(clauses.filter(({ outcome }) => outcome === 'passed').length).toBeGreaterThan(30);
  expect(emulator.snapshot().state).toEqual(before.state);
});

test('every case that called an unreachable service fails with the reason', async () => {
  const { target } = emulatedTarget();
  const results = await violated({ ...target, fetch: () => Promise.reject(new TypeError('fetch failed')) });
  expect(results.length).toBeGreaterThan(30);
  for (const { detail } of results) expect(detail).toMatch(/ got no response: fetch failed$/);
});
