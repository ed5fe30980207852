import { checkConformance } from '@messaging-service/conformance';
import { cases } from '@messaging-service/conformance/core';
import { expect, test } from 'vitest';
import { behind, idsOf, violated } from './altered-service.ts';
import { emulatedTarget } from './emulated-target.ts';
import { wrongServices } from './wrong-services/all.ts';

test('a conforming service breaks no clause', async () => {
  expect(await violated(emulatedTarget().target)).toEqual([]);
});

const clausesOf = (id: string, cited: string) => cited.split(', ').map((clause) => `${id}: ${clause}`);

test('for each clause that a case cites, there is a service that breaks it, and no service breaks another clause', () => {
  const broken = new Set(wrongServices.flatMap(({ id, breaks }) => clausesOf(id, breaks)));
  const cited = cases.flatMap(({ id, clause }) => clausesOf(id, clause));
  expect([...broken].toSorted()).toEqual(cited.toSorted());
});

test.each(wrongServices)(
  '$id fails with a service that $is ($breaks), and gives the reason',
  async ({ id, detail, target, also = [] }) => {
    const failed = await violated(target);
    expect(idsOf(failed).toSorted()).toEqual([id, ...also].toSorted());
    expect(failed.find((result) => result.id === id)?.detail).toContain(detail);
  },
);

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

test('every case that called an unreachable service fails with the reason', async () => {
  const { target } = emulatedTarget();
  const results = await violated({ ...target, fetch: () => Promise.reject(new TypeError('fetch failed')) });
  expect(results.length).toBeGreaterThan(30);
  for (const { detail } of results) expect(detail).toMatch(/ got no response: fetch failed$/);
});
