import { execFileSync } from 'node:child_process';
import {
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmdirSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { UsageError } from '@messaging-service/command-line';
import { readDocument } from '@messaging-service/server/core';
import {
  messageRequest,
  openReceiver,
  type Served,
  START,
  sendServed,
} from '@messaging-service/test-support';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { newFile } from './command.ts';
import { withServer } from './served-state.ts';

/** Creates a sandbox over HTTP. */
async function createSandbox({ control }: Served, options: object = {}) {
  const created = await control<{ id: string; account: { apiKey: string; identifier: string } }>(
    'POST /sandboxes',
    options,
  );
  return created.body;
}

test('a restart continues with the same state, time, pending work and sandboxes (EMU-23)', async () => {
  const file = newFile();
  const before = await withServer(file, async (served) => {
    const { control, read, api } = served;
    const { id, account } = await createSandbox(served, { now: START, seed: 5 });
    await api('POST /message', messageRequest(), account.apiKey);
    await control('PUT /carrier', { after: '10s' });
    await sendServed(served, { to: '447700900123' });
    await control('POST /clock/advance', { by: '5s' });
    await sendServed(served, { to: '447700900124' });
    const sandbox = `/sandboxes/${id}/snapshot`;
    return { sandbox, whole: await read('/snapshot'), part: await read(sandbox) };
  });
  await withServer(file, async (served) => {
    const { control, read, emulator } = served;
    expect(await read('/snapshot')).toEqual(before.whole);
    expect(await read(before.sandbox)).toEqual(before.part);
    await control('POST /clock/advance', { by: '5s' });
    expect(emulator.messages().map(({ state }) => state)).toEqual(['delivered', 'sent']);
    expect(await sendServed(served)).toMatchObject({ status: 200 });
  });
});

test('a reset, a restored snapshot and a deleted sandbox are kept (EMU-23)', async () => {
  const file = newFile();
  const kept = await withServer(file, async (served) => {
    const { control, read } = served;
    const { id } = await createSandbox(served);
    await sendServed(served);
    const snapshot = await read('/snapshot');
    await control('POST /reset');
    await control('PUT /snapshot', snapshot);
    await sendServed(served, { to: '447700900124' });
    await control(`DELETE /sandboxes/${id}`);
    return read('/snapshot');
  });
  await withServer(file, async ({ read }) => {
    expect(await read('/snapshot')).toEqual(kept);
    expect(await read('/sandboxes')).toEqual({ sandboxes: [] });
  });
});

test('a sandbox that is created after a restart has neither the number nor the keys of a deleted one (EMU-5, EMU-23)', async () => {
  const file = newFile();
  const deleted = await withServer(file, async (served) => {
    await createSandbox(served);
    const second = await createSandbox(served);
    await served.control(`DELETE /sandboxes/${second.id}`);
    return second;
  });
  await withServer(file, async (served) => {
    const created = await createSandbox(served);
    expect(created.id).toBe('sandbox-3');
    expect(created.account.apiKey).not.toBe(deleted.account.apiKey);
    expect(created.account.identifier).not.toBe(deleted.account.identifier);
  });
});

test('the number of a sandbox that existed only between two writes is not used again (EMU-5, EMU-23)', async () => {
  const file = newFile();
  await withServer(file, async (served) => {
    await served.control(`DELETE /sandboxes/${(await createSandbox(served)).id}`);
  });
  expect((await withServer(file, createSandbox)).id).toBe('sandbox-2');
});

test('a webhook whose attempt had not ended is attempted again (EMU-23)', async () => {
  const file = newFile();
  await using receiver = await openReceiver(() => undefined);
  const run = (use: (served: Served) => Promise<void>) =>
    withServer(file, use, { now: START, clock: 'system' });
  await run(async (served) => {
    await sendServed(served, { to: '447700900123', callback: `${receiver.url}/` });
    await expect.poll(() => receiver.received.length).toBe(1);
  });
  receiver.answer(200);
  await run(async () => {
    await expect.poll(() => receiver.received.length).toBe(2);
  });
});

test('jobs that became due while the server was stopped run at the start, with a system clock (EMU-23)', async () => {
  const file = newFile();
  const run = (use: (served: Served) => Promise<unknown>) =>
    withServer(file, use, { clock: 'system', carrier: { after: '1s' } });
  await run((served) => sendServed(served, { to: '447700900123' }));
  await run(async ({ emulator }) => {
    await expect.poll(() => emulator.messages()[0]?.state, { timeout: 10_000 }).toBe('delivered');
  });
});

test.runIf(process.platform !== 'win32')('only its owner can read the file (EMU-23)', async () => {
  const file = newFile();
  await withServer(file);
  expect(statSync(file).mode & 0o777).toBe(0o600);
});

test.each([
  ['a folder', (folder: string) => folder],
  ['a file in a folder that does not exist', (folder: string) => join(folder, 'missing', 'state')],
  ['a file below another file', (folder: string) => join(folder, 'file', 'state')],
])(
  '%s cannot be the state file; the error names it with the reason of the system (EMU-23)',
  async (_, fileIn) => {
    const folder = dirname(newFile());
    writeFileSync(join(folder, 'file'), '');
    const file = fileIn(folder);
    const before = readdirSync(folder);
    const error = await withServer(file).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(UsageError);
    expect((error as Error).message).toMatch(/^.+ cannot be used: E[A-Z]+: /);
    expect((error as Error).message).toContain(file);
    expect(readdirSync(folder)).toEqual(before);
  },
);

test('a file that another emulator uses is refused (EMU-23)', async () => {
  const file = newFile();
  writeFileSync(`${file}.lock`, `1 ${startOfFirstProcess()}\n`);
  await expect(withServer(file)).rejects.toThrow('is in use by process 1.');
});

/** When the first process of the machine started, in the unit of the lock. */
function startOfFirstProcess(): string {
  return readFileSync('/proc/1/stat', 'utf8').split(') ').at(-1)?.split(' ')[19] ?? '';
}

/** A complete state file. */
async function writtenFile(): Promise<{ readonly file: string; readonly whole: Buffer }> {
  const file = newFile();
  await withServer(file, async (served) => {
    for (let index = 0; index < 5; index++) await sendServed(served, { to: `44770090000${index}` });
  });
  return { file, whole: readFileSync(file) };
}

test.each([
  ['is empty', ''],
  ['is not a state file', 'notes of another program\n'],
  ['is not a state file', 'messaging-emulator state 999\n'],
  ['is not a state file', '{}'],
  ['is not complete', 'messaging-emulator state 3\n{"number":0'],
])('a file that %s is refused and does not change: %j (EMU-23)', async (reason, text) => {
  const file = newFile();
  writeFileSync(file, text);
  const error = await withServer(file).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(UsageError);
  expect((error as Error).message).toContain(file);
  expect((error as Error).message).toContain(reason);
  expect(readFileSync(file, 'utf8')).toBe(text);
});

test.each([
  ['a pipe', (path: string) => execFileSync('sh', ['-c', 'mkfifo "$0"', path])],
  // It never ends.
  ['a device or a socket', (path: string) => symlinkSync('/dev/zero', path)],
])('%s instead of a file is refused before it is read (EMU-23)', async (kind, create) => {
  const file = newFile();
  create(file);
  const error = await withServer(file).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(UsageError);
  expect((error as Error).message).toContain(`--state ${file} is ${kind}, and not a file.`);
});

test('a file that is cut off anywhere is recognized (EMU-23)', async () => {
  const { file, whole } = await writtenFile();
  const places = fc.sample(fc.integer({ min: 1, max: whole.length - 1 }), 200);
  const ending = Array.from({ length: 1_024 }, (_, index) => whole.length - 1 - index);
  for (const length of [...places, ...ending])
    expect(() => readDocument(file, whole.subarray(0, length))).toThrow(
      /is not complete|is not a state file/,
    );
});

test('a changed bit anywhere is recognized (EMU-23)', async () => {
  const { file, whole } = await writtenFile();
  for (const at of fc.sample(fc.integer({ min: 0, max: whole.length - 1 }), 200)) {
    const flipped = Buffer.from(whole);
    flipped[at] = (flipped[at] as number) ^ 4;
    expect(() => readDocument(file, flipped)).toThrow(/is damaged|is not complete|is not a state file/);
  }
});

test.each([
  ['a hard link', linkSync],
  ['a symbolic link', symlinkSync],
])('a file that another emulator uses is refused under another name, by %s (EMU-23)', async (_, link) => {
  const file = newFile();
  const other = `${file}-other`;
  await withServer(file, async (served) => {
    await sendServed(served, { body: 'Kept' });
    await expect.poll(() => readFileSync(file, 'utf8'), { timeout: 10_000 }).toContain('Kept');
    link(file, other);
    await expect(withServer(other)).rejects.toThrow('is in use by process');
  });
});

/** Mounts a file or folder at another place. Only the superuser of Linux can, and not in every container. */
function mount(source: string, target: string): Disposable {
  execFileSync('mount', ['--bind', source, target], { stdio: 'pipe' });
  return { [Symbol.dispose]: () => void execFileSync('umount', [target], { stdio: 'pipe' }) };
}

function canMount(): boolean {
  const [source, target] = [dirname(newFile()), dirname(newFile())];
  try {
    mount(source, target)[Symbol.dispose]();
    return true;
  } catch {
    return false;
  }
}

describe.skipIf(!canMount())('files that are mounted, which needs the superuser of Linux', () => {
  test('a file that another emulator uses is refused in a mounted folder (EMU-23)', async () => {
    const file = newFile();
    const folder = dirname(newFile());
    await withServer(file, async () => {
      using _ = mount(dirname(file), folder);
      await expect(withServer(join(folder, basename(file)))).rejects.toThrow('is in use by process');
    });
  });

  test('a file that is mounted itself is refused with the reason, and not changed (EMU-23)', async () => {
    const file = newFile();
    await withServer(file);
    const content = readFileSync(file, 'utf8');
    const mounted = newFile();
    writeFileSync(mounted, '');
    using _ = mount(file, mounted);
    await expect(withServer(mounted)).rejects.toThrow(
      'cannot be used: it is mounted as a single file, which cannot be replaced; mount its folder',
    );
    expect(readFileSync(file, 'utf8')).toBe(content);
  });
});

test('while the file cannot be written, changes are refused with the reason and the code of the service, and nothing is lost (ERR-2, EMU-23)', async () => {
  const file = newFile();
  await withServer(file, async (served) => {
    const { control, api } = served;
    const health = () => control<{ status: string; error?: { message: string } }>('GET /health');
    // The new file cannot be created where a folder is.
    mkdirSync(`${file}.new`);
    expect((await sendServed(served, { to: '447700900001', body: 'Acknowledged' })).status).toBe(200);
    await expect.poll(async () => (await health()).status, { timeout: 10_000 }).toBe(503);
    const reason = expect.stringContaining('EISDIR') as string;
    expect((await health()).body).toMatchObject({ status: 'unhealthy', error: { message: reason } });
    const refused = await sendServed(served, { body: 'Refused' });
    const error = { code: 'service_unavailable', message: reason };
    expect(refused).toMatchObject({ status: 503, body: { error } });
    expect((await api('GET /batch')).status).toBe(200);
    rmdirSync(`${file}.new`);
    await expect.poll(async () => (await health()).status, { timeout: 10_000 }).toBe(200);
    expect((await sendServed(served, { body: 'Later' })).status).toBe(200);
  });
  await withServer(file, async ({ emulator }) => {
    expect(emulator.messages().map(({ body }) => body)).toEqual(['Acknowledged', 'Later']);
  });
});
