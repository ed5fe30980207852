/** How it stands with a guest. */
export interface Guest {
  /** `asked` until there is an answer; `stopped` once the guest wants to hear no more. */
  readonly state: 'asked' | 'coming' | 'not coming' | 'stopped';
  /** When the service received the latest message that was heeded, by its own clock, in milliseconds since the epoch; 0 before that. */
  readonly heardAt: number;
}

/** What follows from a message: how it stands now, and what to answer, if anything. */
export interface Turn {
  readonly guest: Guest | undefined;
  readonly answer?: string;
}

export const QUESTION =
  'Our summer party is on 4 July at six. Are you coming? Answer YES or NO, or STOP to hear no more from us.';

const ANSWERS = {
  coming: 'Wonderful, see you on 4 July! If something comes up, answer NO.',
  'not coming': 'What a pity. If you change your mind, answer YES.',
  stopped: 'You will hear no more from us. START takes it back.',
  unclear: 'Sorry, we did not understand. Please answer YES or NO, or STOP to hear no more from us.',
} as const;

/**
 * What a guest's message changes. Messages can come late, when the webhook of an earlier one had to be sent again: one
 * that was written before the latest is passed over, unless it says STOP.
 *
 * @param guest - How it stood; undefined for somebody who was never asked.
 * @param text - What the guest wrote.
 * @param at - When the service received it, in milliseconds since the epoch.
 */
export function hear(guest: Guest | undefined, text: string, at: number): Turn {
  const word = meaningOf(text);
  if (word === 'stop') {
    const heardAt = Math.max(at, guest?.heardAt ?? at);
    return { guest: { state: 'stopped', heardAt }, answer: ANSWERS.stopped };
  }
  if (guest === undefined || at < guest.heardAt) return { guest };
  if (guest.state === 'stopped' && word !== 'start') return { guest };
  switch (word) {
    case 'yes':
      return { guest: { state: 'coming', heardAt: at }, answer: ANSWERS.coming };
    case 'no':
      return { guest: { state: 'not coming', heardAt: at }, answer: ANSWERS['not coming'] };
    case 'start':
      return { guest: { state: 'asked', heardAt: at }, answer: QUESTION };
    case undefined:
      return { guest: { ...guest, heardAt: at }, answer: ANSWERS.unclear };
  }
}

function meaningOf(text: string): 'yes' | 'no' | 'stop' | 'start' | undefined {
  const word = text.trim().toLowerCase();
  if (/^(yes|y|yeah|ok)\b/.test(word)) return 'yes';
  if (/^(no|n|nope)\b/.test(word)) return 'no';
  if (/^(stop|stopall|unsubscribe|end|quit)\W*$/.test(word)) return 'stop';
  return /^(start|unstop)\W*$/.test(word) ? 'start' : undefined;
}
