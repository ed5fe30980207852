import type { RequestSummary } from '../api/types.ts';
import { count, plural } from '../format.ts';
import type { LogWindow } from '../live/log-window.ts';

/** A URL without the API key, which every request has. The detail shows the key. */
export function withoutKey(url: string): string {
  return url.replace(/([?&])key=[^&]*&?/, '$1').replace(/[?&]$/, '');
}

/** What is known of the log. */
type Log = Pick<LogWindow<RequestSummary>, 'limit' | 'latestId' | 'isHeld'>;

/** The number of listed requests in words. When there have been more than the log keeps, the text says so. */
export function requestCount(
  total: number,
  { limit = 0, latestId, isHeld }: Log,
  isFiltered: boolean,
): string {
  if (isHeld || latestId <= limit) return plural(total, 'request');
  if (isFiltered) return `${plural(total, 'request')} in the latest ${count(limit)}`;
  return `Latest ${count(total)} of ${plural(latestId, 'request')}`;
}
