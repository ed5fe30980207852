import type { Emulator } from '@messaging-service/emulator';

/** Something that happens to the messages of the program, at the press of a button. */
export interface Action {
  readonly label: string;
  /** Returns what happened, in a sentence. */
  readonly run: (emulator: Emulator) => Promise<string>;
}

/** The buttons above the phone. */
export const actions: readonly Action[] = [
  { label: 'Reply YES', run: reply },
  { label: 'Tomorrow 09:00', run: moveToTomorrow },
  { label: 'Fail with code 22', run: failLatest },
];

async function reply(emulator: Emulator): Promise<string> {
  const latest = emulator.messages().at(-1);
  if (latest === undefined) return 'There is no message to reply to.';
  emulator.handset(latest.to).reply('YES');
  await emulator.settle();
  return `${latest.to} replied YES.`;
}

async function moveToTomorrow(emulator: Emulator): Promise<string> {
  const morning = new Date(emulator.clock.now().getTime() + 86_400_000);
  morning.setUTCHours(9, 0, 0, 0);
  await emulator.clock.advanceTo(morning);
  return `It is ${morning.toISOString().replace('T', ' ').slice(0, 16)} in the emulator.`;
}

/** Fails the latest message that has no receipt. If each has one, sends the latest again, to a phone that is switched off. */
async function failLatest(emulator: Emulator): Promise<string> {
  const waiting = emulator.messages().findLast(({ state }) => state === 'queued' || state === 'sent');
  if (waiting !== undefined) {
    emulator.fail(waiting.messageUuid, '22');
    return `The message to ${waiting.to} failed with code 22.`;
  }
  const latest = emulator.messages().findLast(({ state }) => state !== 'scheduled');
  if (latest === undefined) return 'There is no message that can fail.';
  const { to, from, body, accountUuid, callback } = latest;
  const number = to.replace('+', '');
  emulator.setCarrier({ rules: [{ to: number, outcome: 'fail', code: '22' }] });
  const key =
    emulator.accounts.find(({ identifier }) => identifier === accountUuid)?.apiKey ?? emulator.account.apiKey;
  const isShared = emulator.sharedSenders.includes(from);
  const message = {
    to: number,
    from: isShared ? { type: 'shared' } : { type: 'custom', value: from },
    body,
    ...(callback == null ? {} : { callback }),
  };
  await emulator.fetch(`${emulator.baseUrl}/message?key=${key}`, {
    method: 'POST',
    body: JSON.stringify({ messages: [message] }),
  });
  emulator.setCarrier({ rules: [] });
  await emulator.settle();
  return `The message to ${to} was sent again, and failed with code 22.`;
}
