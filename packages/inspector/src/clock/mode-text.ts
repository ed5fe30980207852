import type { DigestResponse } from '../api/types.ts';
import { spanOf } from '../format.ts';

/** Smaller differences are the time that the digest took, or the start of the emulator. */
const PRECISION_MS = 1_000;

/** How far a system clock is from the machine's, such as `+2 h 5 min`; undefined where they agree. */
export function offsetText({
  mode,
  offset = 0,
}: Pick<DigestResponse, 'mode' | 'offset'>): string | undefined {
  if (mode !== 'system' || Math.abs(offset) < PRECISION_MS) return undefined;
  const span = Math.round(Math.abs(offset) / PRECISION_MS) * PRECISION_MS;
  return `${offset < 0 ? '−' : '+'}${spanOf(span)}`;
}

/** How time passes, as a sentence. */
export function modeText(digest: Pick<DigestResponse, 'mode' | 'offset'>): string {
  if (digest.mode === 'virtual') return 'Virtual: time stands still until it is moved.';
  const offset = offsetText(digest);
  if (offset === undefined) return 'System: time follows the clock of this machine.';
  const isBehind = offset.startsWith('−');
  return `System: time follows the clock of this machine, moved ${offset.slice(1)} ${isBehind ? 'behind' : 'ahead of'} it.`;
}
