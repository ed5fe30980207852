import { useState } from 'preact/hooks';

let latest = 0;

/** An identifier for an element of the component. A counter is enough, because the page is not rendered on a server. */
export function useId(): string {
  const [id] = useState(() => `id-${++latest}`);
  return id;
}
