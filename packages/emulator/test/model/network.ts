import type { CarrierSettings } from '@messaging-service/emulator';

/** How a message ends, and when; a delivery and a failure both carry a code. */
export interface Ending {
  /** `Infinity` when the network never reports. */
  readonly at: number;
  /** The channel that carries it; null when none was tried. */
  readonly channel: string | null;
  readonly delivered: boolean;
  readonly code: string;
}

/** Numbers of every kind that the network treats differently. */
export const NUMBERS = [
  '447700900001',
  '447700900002',
  '447700900700',
  '447700900701',
  '447700900702',
  '447700900800',
  '447700900805',
  '33612345678',
] as const;

/** The simulated network in a table. See EMU-1. */
export function endingOf(
  to: string,
  channels: readonly string[],
  { outcome = 'deliver', code = '22', after }: CarrierSettings & { after: number },
  now: number,
): Ending {
  const [first = 'sms', second] = channels;
  const channel = to.endsWith('701') && first === 'rcs' ? second : first;
  if (channel === undefined) return { at: now, channel: first, delivered: false, code: '31' };
  const at = now + after;
  const delivered: Ending = { at, channel, delivered: true, code: '00' };
  const failed = { ...delivered, delivered: false };
  switch (to.replace('+', '')) {
    case '447700900001':
    case '447700900002':
      return delivered;
    case '447700900700':
      return { ...delivered, at: Infinity };
    case '447700900702':
      return { ...failed, code: '30' };
    case '447700900800':
      return { at: now, channel: null, delivered: false, code: '40' };
    case '447700900805':
      return { ...failed, code: '5' };
    default:
      if (outcome === 'hold') return { ...delivered, at: Infinity };
      return outcome === 'deliver' ? delivered : { ...failed, code };
  }
}
