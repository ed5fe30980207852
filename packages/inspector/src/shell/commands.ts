import { connection } from '../api/connection.ts';
import { call } from '../api/control-api.ts';
import type { JobView } from '../api/types.ts';
import { advance, advanceTo, undoUnlessLossy } from '../clock/clock-moves.tsx';
import { tomorrow } from '../clock/presets.ts';
import { stopAdvance } from '../clock/running-advance.tsx';
import { notify } from '../components/notices.tsx';
import { live } from '../live/digest.ts';
import type { Command } from '../palette/commands.ts';
import { go, VIEWS } from '../routing/route.ts';
import { openSend } from '../sending/send-dialog.tsx';
import { capitalized } from '../values.ts';

async function moveToNextJob(): Promise<void> {
  const { jobs } = await call<{ jobs: readonly JobView[] }>('GET', '/jobs?limit=1');
  const [next] = jobs;
  if (next === undefined) notify('No job is due.');
  else await advanceTo(next.dueAt);
}

/** The views and actions that the palette offers. */
export function commandsOf(actions: {
  readonly newSandbox: () => void;
  readonly toggleTheme: () => void;
}): Command[] {
  const action = (name: string, run: () => unknown, words = ''): Command => ({
    kind: 'Action',
    name,
    run,
    words,
  });
  return [
    ...VIEWS.map((view): Command => ({ kind: 'View', name: capitalized(view), run: () => go(view) })),
    action('Send a message', () => openSend(), 'text sms'),
    action('Send a batch', () => openSend({ isBatch: true }), 'many campaign'),
    action('Advance the clock to the next job', () => void moveToNextJob(), 'time next'),
    action('Advance the clock by 10 minutes', () => void advance({ by: '10m' }), 'time'),
    action('Advance the clock by 1 day', () => void advance({ by: '1d' }), 'time'),
    action(
      'Advance the clock to tomorrow 09:00',
      () => void advance({ to: tomorrow(live.now()) }),
      'time morning',
    ),
    action('Stop the advance of the clock', () => void stopAdvance(), 'time end cancel'),
    action('Undo the latest move of the clock', () => void undoUnlessLossy(), 'time back'),
    action('Show failed messages', () => go('messages', { q: 'state:failed' })),
    action('Show scheduled messages', () => go('messages', { q: 'state:scheduled' })),
    action(
      'Show webhooks without success',
      () => go('webhooks', { q: 'state:exhausted' }),
      'failed exhausted',
    ),
    action('Add a fault', () => go('requests'), 'error 503 disconnect'),
    action('Set the network', () => go('state'), 'carrier rules hold fail'),
    ...(connection.isServer ? [action('New sandbox', actions.newSandbox)] : []),
    action('Switch between light and dark colors', actions.toggleTheme, 'theme'),
  ];
}
