import type { Notify } from './observe.ts';

/**
 * Reports an operation that the service will change or remove, by the header fields of a response.
 *
 * @param reported - The operations that have been reported: each is reported once.
 */
export function reportDeprecation(
  operation: string,
  { deprecation, sunset, link }: Readonly<Record<string, string>>,
  reported: Set<string>,
  notify: Notify,
): void {
  if ((deprecation === undefined && sunset === undefined) || reported.has(operation)) return;
  reported.add(operation);
  void notify('onDeprecation', { operation, deprecation, sunset, link });
}
