import { UsageError } from '@messaging-service/command-line';

/**
 * Reads a number that is not negative.
 *
 * @param option - The name of the option, for the message.
 * @param text - The value as typed.
 * @param most - The largest valid number.
 */
export function readNumber(option: string, text: string, most = Number.MAX_SAFE_INTEGER): number {
  const value = /^\d{1,16}$/.test(text) ? Number(text) : Number.NaN;
  if (value <= most) return value;
  throw new UsageError(`${option} must be a whole number from 0 to ${most}; got ${text}.`);
}
