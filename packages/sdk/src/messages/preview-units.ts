import { countUnits, type UnitCount } from '@messaging-service/contract';

/**
 * Counts the units that a text takes, each of which costs one credit for each destination, before it is sent. It is
 * counted here, without a request, just as the service does.
 *
 * @param text - The text of a message.
 * @returns Its encoding, how many units it takes, and their size.
 *
 * @example
 * ```ts
 * import { previewUnits } from '@messaging-service/sdk';
 *
 * const { units, encoding } = previewUnits('Your table is ready');
 * if (units > 1) console.warn(`costs ${units} credits`, encoding);
 * ```
 */
export function previewUnits(text: string): UnitCount {
  return countUnits(text);
}
