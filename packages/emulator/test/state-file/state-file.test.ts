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
import { messageRequest, openReceiver, request, START } from '@messaging-service/test-support';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readDocument } from '../../src/state-file/document.ts';
import { StateFileError } from '../../src/state-file/state-file-error.ts';
import { newFile } from './command.ts';
import { snapshotOf, withServer } from './served-state.ts';

test('a restart continues with the same state, time, pending work and sandboxes (EMU-23)', async () => {
  const file = newFile();
  const before = await withServer(file, async (url, key) => {
    const { body } = await request<{ id: string; account: { apiKey: string } }>(
      url,
      'POST /_emulator/sandboxes',
      {
        now: START,
        seed: 5,
      },
    );
    await request(url, `POST /message?key=${body.account.apiKey}`, messageRequest());
    await request(url, 'PUT /_emulator/carrier', { after: '10s' });
    await request(url, `POST /message?key=${key}`, messageRequest({ to: '447700900123' }));
    await request(url, 'POST /_emulator/clock/advance', { by: '5s' });
    await request(url, `POST /message?key=${key}`, messageRequest({ to: '447700900124' }));
    const sandbox = `/sandboxes/${body.id}`;
    return { sandbox, whole: await snapshotOf(url), part: await snapshotOf(url, sandbox) };
  });
  await withServer(file, async (url, key) => {
    expect(await snapshotOf(url)).toEqual(before.whole);
    expect(await snapshotOf(url, before.sandbox)).toEqual(before.part);
    await request(url, 'POST /_emulator/clock/advance', { by: '5s' });
    const { body } = await request<{ messages: { state: string }[] }>(url, 'GET /_emulator/messages');
    expect(body.messages.map(({ state }) => state)).toEqual(['delivered', 'sent']);
    expect(await request(url, `POST /message?key=${key}`, messageRequest())).toMatchObject({ status: 200 });
  });
});

test('a reset, a restored snapshot and a deleted sandbox are kept (EMU-23)', async () => {
  const file = newFile();
  const kept = await withServer(file, async (url, key) => {
    const { body } = await request<{ id: string }>(url, 'POST /_emulator/sandboxes', {});
    await request(url, `POST /message?key=${key}`, messageRequest());
    const snapshot = await snapshotOf(url);
    await request(url, 'POST /_emulator/reset');
    await request(url, 'PUT /_emulator/snapshot', snapshot);
    await request(url, `POST /message?key=${key}`, messageRequest({ to: '447700900124' }));
    await request(url, `DELETE /_emulator/sandboxes/${body.id}`);
    return snapshotOf(url);
  });
  await withServer(file, async (url) => {
    expect(await snapshotOf(url)).toEqual(kept);
    expect((await request(url, 'GET /_emulator/sandboxes')).body).toEqual({ sandboxes: [] });
  });
});

test('a sandbox that is created after a restart has neither the number nor the keys of a deleted one (EMU-5, EMU-23)', async () => {
  const file = newFile();
  const create = async (url: string) => {
    const { body } = await request<{ id: string; account: { apiKey: string; identifier: string } }>(
      url,
      'POST /_emulator/sandboxes',
      {},
    );
    return body;
  };
  const deleted = await withServer(file, async (url) => {
    await create(url);
    const second = await create(url);
    await request(url, `DELETE /_emulator/sandboxes/${second.id}`);
    return second;
  });
  await withServer(file, async (url) => {
    const created = await create(url);
    expect(created.id).toBe('sandbox-3');
    expect(created.account.apiKey).not.toBe(deleted.account.apiKey);
    expect(created.account.identifier).not.toBe(deleted.account.identifier);
  });
});

test('the number of a sandbox that existed only between two writes is not used again (EMU-5, EMU-23)', async () => {
  const file = newFile();
  const create = async (url: string) =>
    (await request<{ id: string }>(url, 'POST /_emulator/sandboxes', {})).body.id;
  await withServer(file, async (url) => {
    await request(url, `DELETE /_emulator/sandboxes/${await create(url)}`);
  });
  expect(await withServer(file, create)).toBe('sandbox-2');
});

test('a webhook whose attempt had not ended is attempted again (EMU-23)', async () => {
  const file = newFile();
  await using receiver = await openReceiver(() => undefined);
  const options = { now: START, clock: 'system' } as const;
  await withServer(
    file,
    async (url, key) => {
      const callback = `${receiver.url}/`;
      await request(url, `POST /message?key=${key}`, messageRequest({ to: '447700900123', callback }));
      await expect.poll(() => receiver.received.length).toBe(1);
    },
    options,
  );
  receiver.answer(200);
  await withServer(
    file,
    async () => {
      await expect.poll(() => receiver.received.length).toBe(2);
    },
    options,
  );
});

test('jobs that became due while the server was stopped run at the start, with a system clock (EMU-23)', async () => {
  const file = newFile();
  const options = { clock: 'system', carrier: { after: '1s' } } as const;
  await withServer(
    file,
    async (url, key) => {
      await request(url, `POST /message?key=${key}`, messageRequest({ to: '447700900123' }));
    },
    options,
  );
  await withServer(
    file,
    async (url) => {
      const state = async () => {
        const { body } = await request<{ messages: { state: string }[] }>(url, 'GET /_emulator/messages');
        return body.messages[0]?.state;
      };
      await expect.poll(state, { timeout: 10_000 }).toBe('delivered');
    },
    options,
  );
});

test.runIf(process.platform !== 'win32')('only its owner can read the file (EMU-23)', async () => {
  const file = newFile();
  await withServer(file, () => Promise.resolve());
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
    const error = await withServer(file, () => Promise.resolve()).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(StateFileError);
    expect((error as Error).message).toMatch(/^.+ cannot be used: E[A-Z]+: /);
    expect((error as Error).message).toContain(file);
    expect(readdirSync(folder)).toEqual(before);
  },
);

test('a file that another emulator uses is refused (EMU-23)', async () => {
  const file = newFile();
  writeFileSync(`${file}.lock`, `1 ${startOfFirstProcess()}\n`);
  await expect(withServer(file, () => Promise.resolve())).rejects.toThrow('is in use by process 1.');
});

/** When the first process of the machine started, in the unit of the lock. */
function startOfFirstProcess(): string {
  return readFileSync('/proc/1/stat', 'utf8').split(') ').at(-1)?.split(' ')[19] ?? '';
}

/** A complete state file. */
async function writtenFile(): Promise<{ readonly file: string; readonly whole: Buffer }> {
  const file = newFile();
  await withServer(file, async (url, key) => {
    for (let index = 0; index < 5; index++)
      await request(url, `POST /message?key=${key}`, messageRequest({ to: `44770090000${index}` }));
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
  const error = await withServer(file, () => Promise.resolve()).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(StateFileError);
  expect((error as Error).message).toContain(file);
  expect((error as Error).message).toContain(reason);
  expect(readFileSync(file, 'utf8')).toBe(text);
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
  await withServer(file, async (url, key) => {
    await request(url, `POST /message?key=${key}`, messageRequest({ body: 'Kept' }));
    await expect.poll(() => readFileSync(file, 'utf8'), { timeout: 10_000 }).toContain('Kept');
    link(file, other);
    await expect(withServer(other, () => Promise.resolve())).rejects.toThrow('is in use by process');
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
      await expect(withServer(join(folder, basename(file)), () => Promise.resolve())).rejects.toThrow(
        'is in use by process',
      );
    });
  });

  test('a file that is mounted itself is refused with the reason, and not changed (EMU-23)', async () => {
    const file = newFile();
    await withServer(file, () => Promise.resolve());
    const content = readFileSync(file, 'utf8');
    const mounted = newFile();
    writeFileSync(mounted, '');
    using _ = mount(file, mounted);
    await expect(withServer(mounted, () => Promise.resolve())).rejects.toThrow(
      'cannot be used: it is mounted as a single file, which cannot be replaced; mount its folder',
    );
    expect(readFileSync(file, 'utf8')).toBe(content);
  });
});

test('while the file cannot be written, changes are refused with the reason and the code of the service, and nothing is lost (ERR-2, EMU-23)', async () => {
  const file = newFile();
  const health = async (url: string) =>
    request<{ status: string; error?: { message: string } }>(url, 'GET /_emulator/health');
  await withServer(file, async (url, key) => {
    // The new file cannot be created where a folder is.
    mkdirSync(`${file}.new`);
    const acknowledged = messageRequest({ to: '447700900001', body: 'Acknowledged' });
    expect((await request(url, `POST /message?key=${key}`, acknowledged)).status).toBe(200);
    await expect.poll(async () => (await health(url)).status, { timeout: 10_000 }).toBe(503);
    const { body } = await health(url);
    expect(body.status).toBe('unhealthy');
    expect(body.error?.message).toContain('EISDIR');
    const refused = await request(url, `POST /message?key=${key}`, messageRequest({ body: 'Refused' }));
    expect(refused).toMatchObject({
      status: 503,
      body: { error: { code: 'service_unavailable', message: expect.stringContaining('EISDIR') } },
    });
    expect((await request(url, `GET /batch?key=${key}`)).status).toBe(200);
    rmdirSync(`${file}.new`);
    await expect.poll(async () => (await health(url)).status, { timeout: 10_000 }).toBe(200);
    expect((await request(url, `POST /message?key=${key}`, messageRequest({ body: 'Later' }))).status).toBe(
      200,
    );
  });
  await withServer(file, async (url) => {
    const { body } = await request<{ messages: { body: string }[] }>(url, 'GET /_emulator/messages');
    expect(body.messages.map((message) => message.body)).toEqual(['Acknowledged', 'Later']);
  });
});
