import { readdirSync, readFileSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { messageRequest, openReceiver, request, START } from '@messaging-service/test-support';
import { expect, test } from 'vitest';
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

test.each(['notes of another program\n', 'messaging-emulator state 999\n', '{}'])(
  'a file that holds %j is refused and does not change (EMU-23)',
  async (text) => {
    const file = newFile();
    writeFileSync(file, text);
    await expect(withServer(file, () => Promise.resolve())).rejects.toThrow('is not a state file');
    expect(readFileSync(file, 'utf8')).toBe(text);
  },
);

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

test('the lock of a process that has ended is taken over (EMU-23)', async () => {
  const file = newFile();
  writeFileSync(`${file}.lock`, '1 7\n');
  await withServer(file, () => Promise.resolve());
  expect(() => statSync(`${file}.lock`)).toThrow('ENOENT');
});

/** When the first process of the machine started, in the unit of the lock. */
function startOfFirstProcess(): string {
  return readFileSync('/proc/1/stat', 'utf8').split(') ').at(-1)?.split(' ')[19] ?? '';
}

test('a file cut off anywhere in its changes is read up to the last complete write (EMU-23)', async () => {
  const file = newFile();
  const count = await withServer(file, async (url, key) => {
    for (let index = 0; index < 5; index++) {
      const { size } = statSync(file);
      await request(url, `POST /message?key=${key}`, messageRequest({ to: `44770090000${index}` }));
      await expect.poll(() => statSync(file).size, { timeout: 5_000 }).toBeGreaterThan(size);
    }
    return 5;
  });
  const whole = readFileSync(file);
  const firstChange = whole.indexOf('"changes"');
  for (let cut = firstChange; cut < whole.length; cut += Math.ceil((whole.length - firstChange) / 12)) {
    writeFileSync(file, whole);
    truncateSync(file, cut);
    const { length } = await withServer(file, async (url) => {
      const { body } = await request<{ messages: object[] }>(url, 'GET /_emulator/messages');
      return body.messages;
    });
    expect(length).toBeLessThanOrEqual(count);
  }
});

test('a changed bit before the end is recognized, and the file does not change (EMU-23)', async () => {
  const file = newFile();
  await withServer(file, async (url, key) => {
    await request(url, `POST /message?key=${key}`, messageRequest());
  });
  const whole = readFileSync(file);
  const lastLine = whole.lastIndexOf('\n', whole.length - 2);
  for (let at = 30; at < lastLine; at += Math.ceil(lastLine / 12)) {
    const flipped = Buffer.from(whole);
    flipped[at] = (flipped[at] as number) ^ 4;
    writeFileSync(file, flipped);
    await expect(withServer(file, () => Promise.resolve())).rejects.toThrow(/is damaged at byte \d+/);
    expect(readFileSync(file).equals(flipped)).toBe(true);
  }
});
