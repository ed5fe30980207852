import { count, plural } from '../format.ts';

/** A URL without the API key, which every request has. The detail shows the key. */
export function withoutKey(url: string): string {
  return url.replace(/([?&])key=[^&]*&?/, '$1').replace(/[?&]$/, '');
}

interface Log {
  /** The number of calls that the log keeps. */
  readonly limit: number | undefined;
  /** The number of calls there have been. */
  readonly latestId: number;
  /** Whether the list is frozen. */
  readonly isHeld: boolean;
  readonly isFiltered: boolean;
}

/** The number of listed requests in words. When there have been more than the log keeps, the text says so. */
export function requestCount(total: number, { limit = 0, latestId, isHeld, isFiltered }: Log): string {
  if (isHeld || latestId <= limit) return plural(total, 'request');
  if (isFiltered) return `${plural(total, 'request')} in the latest ${count(limit)}`;
  return `Latest ${count(total)} of ${plural(latestId, 'request')}`;
}
