import { type ConformanceReport, checkConformance } from '@messaging-service/conformance';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { emulatedTarget } from './emulated-target.ts';
import { always, serveStrangely } from './strange-service.ts';

const KEYS = {
  accountKey: '0123456789abcdef0123456789abcdef',
  organizationKey: 'fedcba9876543210fedcba9876543210',
};

/** Checks a service that responds to everything in the same way. */
async function check(status: number, body: string, headers: Record<string, string> = {}) {
  const { url, requests } = await serveStrangely(always(status, body, headers));
  const report = await checkConformance({ baseUrl: url, keys: KEYS, sender: 'DEMO' });
  return { report, requests };
}

const outcomes = ({ clauses }: ConformanceReport) => {
  const count = (outcome: string) => clauses.filter((clause) => clause.outcome === outcome).length;
  return { passed: count('passed'), failed: count('failed'), skipped: count('skipped') };
};

/** Everything that is not a passed case has a reason, and no reason contains a key. */
function expectReasons({ clauses, interpretations }: ConformanceReport): void {
  for (const { id, outcome, detail } of clauses)
    if (outcome !== 'passed') expect({ id, detail }).toEqual({ id, detail: expect.stringMatching(/./) });
  for (const { id, interpretation, detail } of interpretations)
    expect({ id, text: interpretation ?? detail }).toEqual({ id, text: expect.stringMatching(/./) });
  expect(JSON.stringify({ clauses, interpretations })).not.toMatch(/[0-9a-f]{32}/);
}

describe('a service that always responds with', () => {
  test('500 fails what must succeed and what must be refused, and no dry run is made', async () => {
    const { report, requests } = await check(500, 'Internal error');
    expect(outcomes(report)).toMatchObject({ passed: 0 });
    expect(outcomes(report).failed).toBeGreaterThan(10);
    expectReasons(report);
    expect(requests.filter((line) => line.startsWith('POST') && line.includes('isDryrun'))).toEqual([]);
    expect(report.emulator.statuses).toMatchObject({ invalid_key: 500 });
  });

  test('400 passes what must be refused, and dry runs are skipped with one explanation', async () => {
    const { report } = await check(400, '{"error":"no"}');
    expect(outcomes(report).passed).toBeGreaterThan(3);
    expectReasons(report);
    const skipped = report.clauses.filter(({ detail = '' }) => detail.includes('dry run'));
    expect(skipped.length).toBeGreaterThan(10);
  });

  test.each(['', '<html>Welcome</html>'])('200 and "%s" is accepted nowhere', async (body) => {
    const { report } = await check(200, body);
    expect(outcomes(report)).toMatchObject({ passed: 0 });
    expectReasons(report);
  });
});

test('no response in any form makes the check itself fail', async () => {
  const body = fc.oneof(
    fc.json({ maxDepth: 3 }),
    fc.constantFrom('', '<html>', '{"messages":', 'null', '[null]'),
  );
  const form = fc.record({
    status: fc.constantFrom(200, 201, 204, 301, 400, 401, 404, 409, 422, 500, 503),
    body,
  });
  const fetchOf = (forms: readonly { readonly status: number; readonly body: string }[]) => {
    let calls = 0;
    return async () => {
      const { status, body: text } = forms[calls++ % forms.length] ?? { status: 500, body: '' };
      return new Response(status === 204 ? undefined : text, { status });
    };
  };
  await fc.assert(
    fc.asyncProperty(fc.array(form, { minLength: 1, maxLength: 5 }), async (forms) => {
      const target = { baseUrl: 'https://service.test', keys: KEYS, sender: 'DEMO', fetch: fetchOf(forms) };
      const report = await checkConformance(target);
      expectReasons(report);
      // Reports are written as JSON.
      expect(JSON.parse(JSON.stringify(report))).toBeDefined();
    }),
    { numRuns: 30 },
  );
});

test('no success in a wrong form makes the check of an otherwise right service fail', async () => {
  const value = fc.oneof(
    fc.constant(null),
    fc.constant([]),
    fc.constant({}),
    fc.string(),
    fc.integer(),
    fc.array(fc.constant(null), { minLength: 1 }),
  );
  const operation = fc.constantFrom(
    'GET /batch',
    'GET /account',
    'GET /dr-responses',
    'POST /message',
    'POST /batch',
  );
  await fc.assert(
    fc.asyncProperty(operation, value, async (broken, body) => {
      const { target } = emulatedTarget();
      const fetch: typeof globalThis.fetch = async (input, init) => {
        const request = new Request(input, init);
        const response = await target.fetch(request);
        const { pathname } = new URL(request.url);
        return response.ok && `${request.method} ${pathname}` === broken ? Response.json(body) : response;
      };
      const { baseUrl, keys, sender, now } = target;
      expectReasons(await checkConformance({ baseUrl, keys, sender, now, fetch }));
    }),
    { numRuns: 20 },
  );
});
