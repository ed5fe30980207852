import { conformanceSuite, type TestContext } from '@messaging-service/conformance';
import { cases } from '@messaging-service/conformance/core';
import { expect, test } from 'vitest';
import { emulatedTarget } from './emulated-target.ts';

type Registered = Map<string, (context?: TestContext) => Promise<void>>;

function register(target: Parameters<typeof conformanceSuite>[0]): Registered {
  const tests: Registered = new Map();
  conformanceSuite(target, (name, run) => tests.set(name, run));
  return tests;
}

const named = (tests: Registered, id: string) =>
  [...tests].find(([name]) => name.startsWith(`${id}: `))?.[1] ?? expect.unreachable(`no test for ${id}`);

test('each case is one test, named by its id, its sentence and its clauses, without the parameter of a callback', () => {
  const tests = register(emulatedTarget().target);
  expect([...tests.keys()]).toContain(
    'receipt-codes.list: The receipt codes are listed, and include 00. (RCP-4)',
  );
  expect(tests.size).toBe(cases.length);
  for (const run of tests.values()) expect(run).toHaveLength(0);
});

test('a case that needs a missing capability is skipped, with the reason', async () => {
  const tests = register({ ...emulatedTarget().target, dryRunOnly: true });
  const notes: unknown[] = [];
  await named(tests, 'scheduling.pending')({ skip: (note) => notes.push(note) });
  expect(notes).toEqual(['needs permission to send']);
});

test('a case that fails, fails its test with the response', async () => {
  const { target } = emulatedTarget();
  const tests = register({ ...target, fetch: async () => Response.json([]) });
  await expect(named(tests, 'receipt-codes.list')()).rejects.toThrow('the codes do not include 00');
  await expect(named(tests, 'pending-batches.list')()).rejects.toThrow('batches.listPending returned 200 []');
});

test('the service is prepared once, when the first test runs', async () => {
  let made = 0;
  const tests = register(() => {
    made += 1;
    return emulatedTarget().target;
  });
  expect(made).toBe(0);
  await named(tests, 'receipt-codes.list')();
  await named(tests, 'pending-batches.list')();
  expect(made).toBe(1);
});
