import { useState } from 'preact/hooks';
import type { AttemptDetail } from '../api/types.ts';
import { Timestamp } from '../components/timestamp.tsx';
import { durationText } from '../format.ts';
import { Select } from '../forms/select.tsx';

/** Two attempts beside each other: their times, responses and signatures. */
export function CompareAttempts({ attempts }: { readonly attempts: readonly AttemptDetail[] }) {
  const [chosen, setChosen] = useState<readonly [number, number]>([attempts.length - 2, attempts.length - 1]);
  const pair = chosen.map((index) => attempts[index]);
  const names = attempts.map((_, index) => [String(index), `Attempt ${index + 1}`] as const);
  const choose = (side: number, index: string) =>
    setChosen(chosen.with(side, Number(index)) as [number, number]);
  return (
    <details class="compare">
      <summary>Compare two attempts</summary>
      <table>
        <thead>
          <tr>
            <td />
            {chosen.map((index, side) => (
              <th scope="col" key={side}>
                <Select
                  aria-label={side === 0 ? 'First attempt' : 'Second attempt'}
                  value={String(index)}
                  onValue={(value) => choose(side, value)}
                  options={names}
                />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {ROWS.map(([name, cell]) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              {pair.map((attempt, side) => (
                <td key={side}>{attempt === undefined ? null : cell(attempt)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}

const ROWS = [
  ['Time', ({ at }: AttemptDetail) => <Timestamp at={at} />],
  ['Status', ({ status, error }: AttemptDetail) => status ?? error ?? 'no response'],
  ['Duration', ({ tookMs }: AttemptDetail) => (tookMs === null ? '–' : durationText(tookMs))],
  ['Response', ({ response }: AttemptDetail) => <code>{response?.body ?? '–'}</code>],
  ['Timestamp', ({ headers }: AttemptDetail) => headers.timestamp ?? '–'],
  ['Signature', ({ headers }: AttemptDetail) => <code>{headers.signature ?? '–'}</code>],
] as const;
