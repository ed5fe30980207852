/** What is measured against what: a name and a piece of work that gives its own measurement. */
export type Contestants<Results> = Readonly<{ [Name in keyof Results]: () => Promise<Results[Name]> }>;

/**
 * Runs the contestants in turn, round after round, so that a machine that slows down slows all of them down. Every
 * second round goes backwards: whoever runs second profits from a processor the first has woken.
 *
 * @param rounds - How many are kept.
 * @param contestants - The pieces of work.
 * @param warmUp - Rounds before, which are thrown away: the compiler has not seen the code yet.
 */
export async function interleaved<Results extends object>(
  rounds: number,
  contestants: Contestants<Results>,
  warmUp = 1,
): Promise<Results[]> {
  const names = Object.keys(contestants) as (keyof Results)[];
  const measured: Results[] = [];
  for (let round = -warmUp; round < rounds; round++) {
    const results = {} as Results;
    for (const name of round % 2 === 0 ? names : names.toReversed())
      results[name] = await contestants[name]();
    if (round >= 0) measured.push(results);
  }
  return measured;
}
