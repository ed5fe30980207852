import type { AttemptDetail } from '../api/types.ts';
import { Timestamp } from '../components/timestamp.tsx';
import { durationText } from '../format.ts';

const ROWS = [
  ['Time', ({ at }: AttemptDetail) => <Timestamp at={at} />],
  ['Status', ({ status, error }: AttemptDetail) => status ?? error ?? 'no response'],
  ['Duration', ({ tookMs }: AttemptDetail) => (tookMs === null ? '–' : durationText(tookMs))],
  ['Response', ({ response }: AttemptDetail) => <code>{response?.body ?? '–'}</code>],
  ['Timestamp', ({ headers }: AttemptDetail) => headers.timestamp ?? '–'],
  ['Signature', ({ headers }: AttemptDetail) => <code>{headers.signature ?? '–'}</code>],
] as const;

/** The attempts beside each other: their times, responses and signatures. */
export function CompareAttempts({ attempts }: { readonly attempts: readonly AttemptDetail[] }) {
  return (
    <details class="compare">
      <summary>Compare the attempts</summary>
      {/* A scrollable element must be reachable by keyboard. */}
      <div tabIndex={0} role="group" aria-label="Attempts side by side">
        <table style={{ minWidth: `${6 + 9 * attempts.length}rem` }}>
          <thead>
            <tr>
              <td />
              {attempts.map((_, index) => (
                <th scope="col" key={index}>
                  Attempt {index + 1}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {ROWS.map(([name, cell]) => (
              <tr key={name}>
                <th scope="row">{name}</th>
                {attempts.map((attempt, index) => (
                  <td key={index}>{cell(attempt)}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </details>
  );
}
