import { createHash } from 'node:crypto';
import type { Crew } from './crew.ts';
import { chunksOf } from './queue.ts';
import { inventRecipients } from './recipients.ts';

/** When and how often workers are killed. */
export interface Kills {
  /** The number of kills. */
  readonly kills: number;
  /** The moments follow from it. */
  readonly seed: number;
}

/**
 * Returns a carrier rule that kills workers at random moments, all before the last tenth of the campaign. The first kill, the
 * third and so on are of the worker whose request the service processes: the service has the messages, and the worker never
 * gets the response. The others are of each place in turn, whatever its process is doing, even if it has only just started.
 *
 * @param crew - Returns the crew, which is started after the emulator.
 */
export function killWorkers(
  {
    recipients,
    chunkSize,
    workers,
    kills,
    seed,
  }: Kills & { readonly recipients: number; readonly chunkSize: number; readonly workers: number },
  crew: () => Crew | undefined,
) {
  const jobOf = new Map<string, string>();
  for (const { data, opts } of chunksOf(inventRecipients(recipients), chunkSize))
    for (const { phone } of data.recipients) jobOf.set(phone, opts.jobId ?? '');
  const moments = Array.from({ length: kills }, (_, index) => random(seed, index) * recipients * 0.9)
    .toSorted((a, b) => a - b)
    .map(Math.floor);
  let processed = 0;
  let next = 0;
  return ({ to }: { to: string }) => {
    processed += 1;
    if (processed < (moments[next] ?? Number.POSITIVE_INFINITY)) return undefined;
    const isKilled =
      next % 2 === 0
        ? crew()?.killWorkerOf(jobOf.get(to) ?? '')
        : crew()?.kill(Math.floor(next / 2) % workers);
    if (isKilled === true) next += 1;
    return undefined;
  };
}

/** A number from 0 to 1, the same for the same seed and index. */
function random(seed: number, index: number): number {
  return createHash('sha256').update(`${seed} ${index}`).digest().readUInt32BE() / 2 ** 32;
}
