import { countUnits, type UnitCount } from '@messaging-service/contract';

/**
 * Counts the units of a text, before it is sent. Each unit costs one credit for each destination. The count is the same as
 * the service's and needs no request. See MSG-11.
 *
 * @param text - The text of a message.
 * @returns The encoding, the number of units, the length, and the room left in the last unit.
 *
 * @example
 * ```ts
 * import { previewUnits } from '@messaging-service/sdk';
 *
 * const { units, encoding } = previewUnits('Your table is ready');
 * console.log(units, encoding); // 1 GSM-7
 * ```
 */
export function previewUnits(text: string): UnitCount {
  return countUnits(text);
}
