import { dayBeside, timeOf } from '../format.ts';
import { useNow } from '../live/digest.ts';

/** An instant in short form. A tooltip has the full form. */
export function Timestamp({ at }: { readonly at: string }) {
  const day = dayBeside(at, useNow());
  return (
    <time dateTime={at} title={at}>
      {day !== '' && <span class="timestamp-day">{day}</span>}
      <span class="timestamp-time">
        {day !== '' && ', '}
        {timeOf(at)}
      </span>
    </time>
  );
}
