/** The state of a guest. */
export interface Guest {
  /** `asked` until the guest replies; `stopped` after STOP. */
  readonly state: 'asked' | 'coming' | 'not coming' | 'stopped';
  /** When the service received the latest message that counted, in milliseconds since the epoch; 0 before that. */
  readonly heardAt: number;
}

/** The result of a message: the new state and the reply, if any. */
export interface Turn {
  readonly guest: Guest | undefined;
  readonly answer?: string;
}

export const QUESTION =
  'Our summer party is on 4 July at six. Are you coming? Answer YES or NO, or STOP to hear no more from us.';

const ANSWERS = {
  coming: 'Wonderful, see you on 4 July! If something comes up, answer NO.',
  'not coming': 'We are sorry to hear that. If you change your mind, answer YES.',
  stopped: 'You will hear no more from us. START takes it back.',
  unclear: 'Sorry, we did not understand. Please answer YES or NO, or STOP to hear no more from us.',
} as const;

/**
 * Handles a message of a guest. A retried webhook can arrive late: a message that is older than the latest one is ignored,
 * unless it says STOP.
 *
 * @param guest - The previous state; undefined for a number that was never invited.
 * @param text - The text of the message.
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
