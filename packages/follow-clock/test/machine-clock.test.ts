import { expect, test } from 'vitest';
import { serveFollowed } from './application.ts';

/** A machine whose date somebody sets: `setMachine(ms)` moves it, and its monotonic clock continues. */
const MACHINE = `
  const date = Date.now;
  let ahead = 0;
  Date.now = () => date() + ahead;
  globalThis.setMachine = (ms) => { ahead += ms; };
`;

test.each([
  { machine: 'back by 10 minutes', ms: -600_000, passes: 0 },
  { machine: 'back by 30 seconds', ms: -30_000, passes: 0 },
  { machine: 'forward by an hour', ms: 3_600_000, passes: 3_600_000 },
])(
  'when the date of the machine is set $machine, an application with a system clock neither stands still nor goes back, and its timers keep their order (EMU-17)',
  async ({ ms, passes }) => {
    const { start } = await serveFollowed(
      { clock: 'system' },
      { NODE_OPTIONS: `--import data:text/javascript,${encodeURIComponent(MACHINE)}` },
    );
    const application = await start(`
      const before = Date.now();
      const order = [];
      setTimeout(() => order.push('first'), 20);
      setTimeout(() => order.push('second'), 40);
      setMachine(${ms});
      const moved = Date.now() - before;
      setTimeout(() => order.push('third'), 60);
      let latest = Date.now();
      let isBack = false;
      const look = () => {
        isBack ||= Date.now() < latest;
        latest = Date.now();
        if (order.length < 3) return setImmediate(look);
        console.log('order', order.join(' '), isBack, latest > before, moved >= ${passes});
      };
      look();
    `);
    expect(await application.line(/^order/)).toBe('order first second third false true true');
  },
);
