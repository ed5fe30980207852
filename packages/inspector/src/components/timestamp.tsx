import { dayBeside, timeOf } from '../format.ts';
import { useToday } from '../live/digest.ts';

/** An instant in short form. Narrow lists hide its smaller parts. A tooltip has the full form. */
export function Timestamp({ at }: { readonly at: string }) {
  const day = dayBeside(at, useToday());
  const time = timeOf(at);
  const distance = day === '' ? '' : / \d{4}$/.test(day) ? 'other-day other-year' : 'other-day';
  // A new element for another distance: Chromium does not always apply the styles of a container when a class changes in it.
  return (
    <time dateTime={at} title={at} class={distance} key={distance}>
      {day !== '' && <span class="timestamp-day">{day}</span>}
      <span class="timestamp-time">
        {day !== '' && ', '}
        {time.slice(0, 5)}
        <span class="timestamp-seconds">
          {time.slice(5, 8)}
          <span class="timestamp-ms">{time.slice(8)}</span>
        </span>
      </span>
    </time>
  );
}
