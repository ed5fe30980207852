/**
 * Whether credits are below a share of an amount, such as 0.55 of 100.
 *
 * The share is the decimal number that its shortest text shows, because that is the number that was configured. A
 * product of floating-point numbers would differ from it: `0.55 * 100` is above 55.
 *
 * @param credits - A whole number.
 * @param share - A number from 0 to 1.
 * @param amount - A whole number.
 */
export function isBelowShare(credits: number, share: number, amount: number): boolean {
  const [mantissa = '', exponent = '0'] = String(share).split('e');
  const [whole = '', fraction = ''] = mantissa.split('.');
  const decimals = fraction.length - Number(exponent);
  return BigInt(credits) * 10n ** BigInt(decimals) < BigInt(whole + fraction) * BigInt(amount);
}
