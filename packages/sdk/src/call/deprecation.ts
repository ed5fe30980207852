import type { Notify } from '../observe/observe.ts';
import type { ReceivedResponse } from './received-response.ts';

/**
 * How many operations are remembered. The contract has far fewer, but a path of `client.request` can contain identifiers. An
 * operation that was forgotten is reported again.
 */
const MAX_REPORTED = 500;

/**
 * Reports an operation that the service will change or remove, by the header fields of a response.
 *
 * @param reported - The operations that have been reported: each is reported once.
 */
export function reportDeprecation(
  operation: string,
  response: ReceivedResponse,
  reported: Set<string>,
  notify: Notify,
): void {
  const isAnnounced = response.has('deprecation') || response.has('sunset');
  if (!isAnnounced || reported.has(operation)) return;
  const { deprecation, sunset, link } = response.headers;
  const [oldest] = reported;
  if (reported.size >= MAX_REPORTED && oldest !== undefined) reported.delete(oldest);
  reported.add(operation);
  void notify('onDeprecation', () => ({ operation, deprecation, sunset, link }));
}
