/** A URL without the API key, which every request has. The detail shows the key. */
export function withoutKey(url: string): string {
  return url.replace(/([?&])key=[^&]*&?/, '$1').replace(/[?&]$/, '');
}

/** A duration in milliseconds, with decimals only if it is short. */
export function durationText(ms: number): string {
  return `${ms >= 100 ? Math.round(ms) : ms.toFixed(2)} ms`;
}
