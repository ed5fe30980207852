import type { Notify } from './observe.ts';

/** Reports the operations that the service will change or remove. */
export type WatchDeprecation = (
  operation: string,
  headers: Readonly<Record<string, string>>,
  notify: Notify,
) => void;

/** Creates a function that reports each operation of a client once, by the header fields of a response. */
export function createDeprecationWatch(): WatchDeprecation {
  const reported = new Set<string>();
  return (operation, { deprecation, sunset, link }, notify) => {
    if ((deprecation === undefined && sunset === undefined) || reported.has(operation)) return;
    reported.add(operation);
    void notify('onDeprecation', { operation, deprecation, sunset, link });
  };
}
