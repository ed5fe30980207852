import { type Served, serve } from '@messaging-service/test-support';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { lived, type Written, written } from './rich-state.ts';

/** The place of a value: names of members and positions in lists. */
type Path = readonly (string | number)[];

/** Returns the places of all values, objects and lists included. */
function pathsIn(value: unknown, path: Path = []): Path[] {
  if (typeof value !== 'object' || value === null) return [path];
  const entries: [string | number, unknown][] = Array.isArray(value)
    ? [...(value as unknown[]).entries()]
    : Object.entries(value);
  return [
    ...(path.length === 0 ? [] : [path]),
    ...entries.flatMap(([name, member]) => pathsIn(member, [...path, name])),
  ];
}

type Container = Record<string | number, unknown>;

function containerOf(root: unknown, path: Path): Container {
  return path.slice(0, -1).reduce<Container>((object, name) => object[name] as Container, root as Container);
}

/** A change of one place of a snapshot. */
interface Edit {
  readonly kind: 'remove' | 'replace' | 'exchange' | 'repeat' | 'reverse';
  /** The number of the place, and of another one for an exchange, modulo the number of places. */
  readonly place: number;
  readonly other: number;
  readonly value: unknown;
}

const edits: fc.Arbitrary<Edit> = fc.record({
  kind: fc.constantFrom('remove', 'replace', 'replace', 'replace', 'exchange', 'repeat', 'reverse'),
  place: fc.noBias(fc.nat()),
  other: fc.noBias(fc.nat()),
  value: fc.constantFrom<unknown>(
    null,
    true,
    false,
    0,
    -1,
    1,
    0.5,
    2 ** 31,
    2 ** 53 - 1,
    -(2 ** 53),
    8.64e15,
    -8.64e15,
    1e308,
    '',
    '0',
    'x',
    'send-letter',
    'credits-lost',
    '* * * * *',
    '@daily',
    [],
    {},
    [null],
    [0, 0, 0, 0],
    { kind: 'run-schedule' },
    '0190f3c4-5b6a-7c8d-9e0f-1a2b3c4d5e6f',
    'decade00decade00decade00decade00',
  ),
});

function edited(snapshot: Written, { kind, place, other, value }: Edit): unknown {
  const copy: unknown = structuredClone(snapshot);
  const paths = pathsIn(copy);
  const path = paths[place % paths.length] as Path;
  const container = containerOf(copy, path);
  const name = path.at(-1) ?? '';
  const present = container[name];
  if (kind === 'remove') {
    if (Array.isArray(container)) container.splice(Number(name), 1);
    else Reflect.deleteProperty(container, name);
  } else if (kind === 'exchange') {
    // With a value of the same member elsewhere, such as another identifier.
    const alike = paths.filter((candidate) => candidate.at(-1) === name && candidate.length === path.length);
    const second = alike[other % alike.length] as Path;
    container[name] = containerOf(copy, second)[name];
    containerOf(copy, second)[name] = present;
  } else if (kind === 'repeat' && Array.isArray(container)) container.push(structuredClone(present));
  else if (kind === 'reverse' && Array.isArray(present)) present.reverse();
  else container[name] = value;
  return copy;
}

/** Calls of each kind, none of which may fail or hang, whatever the state. */
async function goOn({ control, emulator, api }: Served): Promise<void> {
  const answers: (readonly [call: string, status: number])[] = [];
  const check = async (call: string, answer: Promise<{ readonly status: number }>) => {
    answers.push([call, (await answer).status]);
  };
  const { accounts, organizations } = emulator.snapshot().state;
  const key = accounts.find(({ deleted }) => !deleted)?.apiKey ?? '';
  const now = Date.parse((await control<{ now: string }>('GET /clock')).body.now);
  const at = new Date(Math.min(now + 3_600_000, Date.UTC(9999))).toISOString();
  const to = '447700900001';
  const custom = { to, from: { type: 'custom', value: 'DEMO' }, body: 'Hello' };
  await check(
    'send',
    api('POST /message', { messages: [custom, { ...custom, from: { type: 'shared' } }] }, key),
  );
  await check('schedule', api('POST /message', { messages: [{ ...custom, send_at: at }] }, key));
  await check('batch', api('POST /batch', { from: 'DEMO', message: 'Hello', destinations: [to] }, key));
  await check('account', api('POST /account', { name: 'New' }, organizations[0]?.apiKey));
  await check('advance', control('POST /clock/advance', { by: '2h' }));
  await check('next', control('POST /clock/next', {}));
  await check('reply', control('POST /inbound', { from: to, to: 'DEMO', message: 'YES' }));
  await check('settle', control('POST /settle', {}));
  await check('pending', api('GET /batch', undefined, key));
  await check('accounts', api('GET /account', undefined, organizations[0]?.apiKey));
  for (const path of ['/messages', '/webhooks', '/health', '/overview', '/jobs', '/handsets', '/mark'])
    await check(path, control(`GET ${path}`));
  for (const { uuid } of accounts) await check('ledger', control(`GET /accounts/${uuid}/ledger`));
  for (const [call, status] of answers) expect(status, call).toBeLessThan(500);
  const after = written(emulator);
  const restored = await control('PUT /snapshot', after);
  expect(restored, 'the restore of the own snapshot').toMatchObject({ status: 200 });
  expect(written(emulator)).toEqual(after);
}

test('an edited snapshot is refused and changes nothing, or it leads to a state in which every call works (EMU-7)', async () => {
  const origin = await lived();
  const snapshot = written(origin);
  const served = await serve({ webhooks: { fetch: () => Promise.resolve(new Response()) } });
  await served.control('PUT /snapshot', snapshot);
  const counts = { refused: 0, restored: 0 };
  await fc.assert(
    fc.asyncProperty(edits, async (edit) => {
      const before = JSON.stringify(served.emulator.snapshot());
      const { status, body } = await served.control('PUT /snapshot', edited(snapshot, edit));
      expect([200, 400]).toContain(status);
      if (status === 400) {
        counts.refused++;
        const { error } = body as { error: { code: string; issues: readonly unknown[] } };
        expect([error.code, error.issues.length > 0]).toEqual(['invalid_request', true]);
        expect(JSON.stringify(served.emulator.snapshot())).toBe(before);
      } else {
        counts.restored++;
        await goOn(served);
      }
    }),
    { numRuns: 300, endOnFailure: true },
  );
  // Both outcomes must have been tried often.
  expect(Math.min(counts.refused, counts.restored)).toBeGreaterThan(20);
});
