/** A URL without the API key, which every request has. The detail shows the key. */
export function withoutKey(url: string): string {
  return url.replace(/([?&])key=[^&]*&?/, '$1').replace(/[?&]$/, '');
}
