/** The measured functions, by name. Each returns its measurement. */
export type Contestants<Results> = Readonly<{ [Name in keyof Results]: () => Promise<Results[Name]> }>;

/**
 * Runs the contestants in rounds, so that a slow machine affects all of them. Every second round runs in reverse order,
 * because a contestant profits from running after another one has woken the processor.
 *
 * @param rounds - The number of measured rounds.
 * @param contestants - The measured functions.
 * @param warmUp - The number of rounds before, which are not measured because the code is not compiled yet.
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
