import { serve } from '@messaging-service/test-support';
import { describe, expect, test } from 'vitest';
import type { DigestResponse } from '../../src/api/types.ts';
import type { Command } from '../../src/palette/commands.ts';
import { matching } from '../../src/palette/commands.ts';
import { setPageGlobals, showServer } from '../page-globals.ts';

setPageGlobals();
const { commandsOf } = await import('../../src/shell/commands.ts');
const { live } = await import('../../src/live/digest.ts');
const { parseRoute, VIEWS } = await import('../../src/routing/route.ts');

const done: string[] = [];
const commands = commandsOf({
  newSandbox: () => done.push('sandbox'),
  toggleTheme: () => done.push('theme'),
});

/** The command that a user gets who types a text and presses Enter. */
const typed = (text: string): Command =>
  matching(commands, text)[0] ?? expect.unreachable(`nothing for ${text}`);

test('each view has a command, and no two commands have the same name', () => {
  expect(commands.filter(({ kind }) => kind === 'View')).toHaveLength(VIEWS.length);
  expect(new Set(commands.map(({ name }) => name)).size).toBe(commands.length);
});

test.each([
  ['phones', { view: 'phones', parameters: {} }],
  ['web', { view: 'webhooks', parameters: {} }],
  ['acc', { view: 'accounts', parameters: {} }],
  ['failed messages', { view: 'messages', parameters: { q: 'state:failed' } }],
  ['scheduled', { view: 'messages', parameters: { q: 'state:scheduled' } }],
  ['exhausted', { view: 'webhooks', parameters: { q: 'state:exhausted' } }],
  ['503', { view: 'requests', parameters: {} }],
  ['carrier', { view: 'state', parameters: {} }],
])('typing "%s" and Enter leads to %o', (text, route) => {
  typed(text).run();
  expect(parseRoute(location.hash)).toEqual(route);
});

test.each([
  ['new sandbox', 'sandbox'],
  ['theme', 'theme'],
  ['dark colors', 'theme'],
])('typing "%s" and Enter does the action %s', (text, action) => {
  done.length = 0;
  typed(text).run();
  expect(done).toEqual([action]);
});

describe('the clock is moved by the command', () => {
  /** Runs a command on an emulator with a message that is due tomorrow, and waits for the calls that it makes. */
  async function runOn(text: string, sendAt = '2026-01-02T09:00Z') {
    const served = await serve({ now: '2026-01-01T09:00Z' });
    showServer(served.server);
    live.digest = { now: '2026-01-01T09:00:00.000Z', mode: 'virtual' } as DigestResponse;
    const message = {
      to: '447700900123',
      from: { type: 'custom', value: 'DEMO' },
      body: 'Hi',
      send_at: sendAt,
    };
    await served.api('POST /message', { messages: [message] });
    typed(text).run();
    return served.emulator;
  }

  test.each([
    ['next job', '2026-01-02T09:00:00.000Z', 'delivered'],
    ['10 minutes', '2026-01-01T09:10:00.000Z', 'scheduled'],
    ['1 day', '2026-01-02T09:00:00.000Z', 'delivered'],
  ])('"%s", to %s', async (text, now, state) => {
    const emulator = await runOn(text);
    await expect.poll(() => emulator.clock.now().toISOString()).toBe(now);
    await expect.poll(() => emulator.messages()[0]?.state).toBe(state);
  });

  test('"undo", which restores the time and the state from before the latest move', async () => {
    const emulator = await runOn('1 day');
    await expect.poll(() => emulator.messages()[0]?.state).toBe('delivered');
    // A move that has not ended yet would make the command wait for nothing.
    await expect
      .poll(() => {
        typed('undo').run();
        return emulator.clock.now().toISOString();
      })
      .toBe('2026-01-01T09:00:00.000Z');
    expect(emulator.messages()[0]?.state).toBe('scheduled');
  });
});
