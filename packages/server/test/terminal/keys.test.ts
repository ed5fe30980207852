import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { messageRequest, request, temporaryFolder } from '@messaging-service/test-support';
import { describe, expect, test, vi } from 'vitest';
import { COMMAND } from '../command.ts';
import { runOnTerminal, startOnTerminal } from './on-terminal.ts';

async function started(env: NodeJS.ProcessEnv = {}) {
  const now = '2026-01-01T11:00Z';
  const terminal = startOnTerminal(['--clock', 'virtual', '--now', now], { env });
  await terminal.line(/h help$/);
  const text = terminal.lines().join('');
  const [url = ''] = /http:\/\/[\d.:]+/.exec(text) ?? [];
  const [, key = ''] = /key=(\w+)/.exec(text) ?? [];
  const send = () => request(url, `POST /message?key=${key}`, messageRequest({ to: '447700900123' }));
  const messages = async () => {
    const { body } = await request(url, 'GET /_emulator/messages');
    return (body as { messages: unknown[] }).messages.length;
  };
  return { terminal, url, key, send, messages };
}

describe('keys on a terminal (EMU-21)', () => {
  test('t moves the clock to tomorrow 09:00', async () => {
    const { terminal, url } = await started();
    terminal.press('t');
    await terminal.line(/It is Fri 2 Jan 09:00\. 0 jobs ran\./);
    expect(await request(url, 'GET /_emulator/clock')).toMatchObject({
      body: { now: '2026-01-02T09:00:00.000Z' },
    });
  });

  test('f refuses one send, of a message or of a batch', async () => {
    const { terminal, url, key, send } = await started();
    terminal.press('f');
    await terminal.line(/The next send is refused with 503\./);
    const batch = { from: 'DEMO', message: 'Hi', destinations: ['447700900123'] };
    expect(await request(url, `POST /batch?key=${key}`, batch)).toMatchObject({ status: 503 });
    expect(await send()).toMatchObject({ status: 200 });
    expect(await terminal.line(/✗ 503/)).toContain('✗ 503 service_unavailable  POST /batch');
  });

  test('r asks first, and resets after y', async () => {
    const { terminal, send, messages } = await started();
    await send();
    terminal.press('r');
    await terminal.line(/Reset the service\?/);
    terminal.press('n');
    await terminal.line(/Nothing was reset\./);
    expect(await messages()).toBe(1);
    terminal.press('r');
    await terminal.line(/Reset the service\?/);
    terminal.press('y');
    await terminal.line(/The service has started over\./);
    expect(await messages()).toBe(0);
  });

  test('h shows the keys of the keyboard, and the keys and sender IDs of the service', async () => {
    const { terminal } = await started();
    terminal.press('h');
    expect(await terminal.line(/Organization key/)).toMatch(/[0-9a-f]{32}$/);
    expect(terminal.lines().join('\n')).toContain('move the clock to tomorrow 09:00 UTC');
  });

  test.each([
    ['q', 'q'],
    ['Ctrl+C', '\u0003'],
  ])('%s stops it in order', async (_, key) => {
    const { terminal } = await started();
    terminal.press(key);
    expect(await terminal.ended).toBe(0);
  });

  test.runIf(process.platform === 'linux')('o opens the inspector', async () => {
    const folder = temporaryFolder('emulator');
    const opened = join(folder, 'opened');
    writeFileSync(join(folder, 'xdg-open'), `#!/bin/sh\nprintf %s "$1" > ${opened}\n`, { mode: 0o755 });
    const { terminal, url } = await started({ PATH: `${folder}:${process.env.PATH}` });
    terminal.press('o');
    const address = () => expect(readFileSync(opened, 'utf8')).toBe(`${url}/_emulator/`);
    await vi.waitFor(address, { timeout: 50_000 });
  });
});

test('in the background of a shell it serves, and the shell has the terminal', async () => {
  const shell = runOnTerminal(['bash', '--norc', '-i'], { env: { EMULATOR: COMMAND.join(' ') } });
  shell.press('$EMULATOR --port 0 &\n');
  await shell.line(/Messaging emulator/);
  shell.press('jobs; stty -a | grep -o " icanon"\n');
  expect(await shell.line(/^\[1\].*--port 0/)).toContain('Running');
  await shell.line(/^ icanon$/);
  shell.press('kill %1; wait %1; echo ended-$?\n');
  await shell.line(/^ended-0$/);
});

test('Ctrl+Z gives the terminal to the shell, and fg takes it back', async () => {
  const shell = runOnTerminal(['bash', '--norc', '-i'], { env: { EMULATOR: COMMAND.join(' ') } });
  shell.press('$EMULATOR --port 0\n');
  await shell.line(/h help$/);
  shell.press('\u001a');
  await shell.line(/Stopped/);
  shell.press('echo typed-$((1 + 1))\n');
  await shell.line(/^typed-2$/);
  shell.press('fg; echo ended-$?\n');
  // Keys that come at once are a text that was pasted, so each is pressed until it has its effect.
  const pressUntil = (key: string, text: string) => {
    const press = () => {
      shell.press(key);
      expect(shell.lines().join('\n')).toContain(text);
    };
    return vi.waitFor(press, { timeout: 25_000, interval: 500 });
  };
  await pressUntil('h', 'Organization key');
  await pressUntil('q', '\nended-0');
});
