import { readFileSync, writeFileSync } from 'node:fs';
import { UsageError } from '@messaging-service/command-line';
import { createEmulator } from '@messaging-service/emulator';
import { type StoredService, writeDocument } from '@messaging-service/server/core';
import { START } from '@messaging-service/test-support';
import { expect, test } from 'vitest';
import { newFile, startWithState } from './command.ts';
import { withServer } from './served-state.ts';

/** The default service and a sandbox. */
function services(): [StoredService, StoredService] {
  const emulator = createEmulator({ now: START });
  const sandbox = emulator.sandbox({ name: 'branch', carrier: { after: '5s' } });
  const [{ version: _, ...main }, { version: __, ...part }] = [emulator.snapshot(), sandbox.snapshot()];
  emulator.close();
  const machine = Date.parse(START);
  const options = { carrier: { after: '5s' } } as const;
  return [
    { number: 0, latestSandbox: 1, machine, snapshot: main },
    { number: 1, name: 'branch', options, machine, snapshot: part },
  ];
}

/** A complete file, with a right mark of completeness. */
function fileOf(stored: readonly StoredService[]): string {
  const file = newFile();
  writeFileSync(file, Buffer.concat(writeDocument(stored)));
  return file;
}

const CHANGES: readonly (readonly [
  what: string,
  change: (services: [StoredService, StoredService]) => unknown,
  reason: string,
])[] = [
  [
    'a generator that stands still',
    ([main]) => [{ ...main, snapshot: { ...main.snapshot, ids: [0, 0, 0, 0] } }],
    'ids must not be zeros only',
  ],
  [
    'a sandbox without a time',
    ([main, part]) => [main, { ...part, snapshot: { ...part.snapshot, now: null } }],
    'now must be',
  ],
  [
    'options that do not exist',
    ([main, part]) => [main, { ...part, options: { speed: 2 } }],
    'speed is not a known option',
  ],
  ['no default service', ([, part]) => [part], 'first service must have the number 0'],
  ['a service twice', ([main]) => [main, main], 'each service another number'],
  ['a machine without a time', ([main]) => [{ ...main, machine: 'yesterday' }], 'machine must be'],
  [
    'an unknown list',
    ([main]) => [
      { ...main, snapshot: { ...main.snapshot, state: { ...main.snapshot.state, parcels: [1] } } },
    ],
    'parcels is not a known field',
  ],
];

test.each(CHANGES)(
  'a complete file with %s is refused, and does not change (EMU-23)',
  async (_, change, reason) => {
    const file = fileOf(change(services()) as readonly StoredService[]);
    const before = readFileSync(file);
    const error = await withServer(file).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(UsageError);
    expect((error as Error).message).toContain(`${file} cannot be restored: `);
    expect((error as Error).message).toContain(reason);
    expect(readFileSync(file)).toEqual(before);
  },
);

test('the command ends with 2 for a file whose state contradicts itself (EMU-23)', async () => {
  const [main] = services();
  const file = fileOf([{ ...main, snapshot: { ...main.snapshot, ids: [0, 0, 0, 0] } }]);
  await expect(startWithState(file)).rejects.toThrow(
    /^The command ended with 2: .* ids must not be zeros only/,
  );
});

test('the same file without a change is restored (EMU-23)', async () => {
  await withServer(fileOf(services()), async ({ read }) => {
    expect(await read('/sandboxes')).toMatchObject({ sandboxes: [{ id: 'sandbox-1', name: 'branch' }] });
  });
});
