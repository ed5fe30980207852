import { printable } from '@messaging-service/command-line';

/**
 * Returns a value as JSON in one line that a terminal only shows. The printed values come from third parties.
 *
 * @param value - Any JSON value.
 */
export function printableJson(value: unknown): string {
  return printable(JSON.stringify(value));
}
