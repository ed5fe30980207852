/** A URL without the API key, which every request has. The detail shows the key. */
export function withoutKey(url: string): string {
  return url.replace(/([?&])key=[^&]*&?/, '$1').replace(/[?&]$/, '');
}

/** A body, formatted, without the identifiers that its sender chose. Text that is not JSON stays unchanged. */
export function withoutIds(body: string): string {
  try {
    const isId = (name: string) => name === 'id' || name === 'uuid';
    return JSON.stringify(JSON.parse(body), (name, value: unknown) => (isId(name) ? undefined : value), 2);
  } catch {
    return body;
  }
}
