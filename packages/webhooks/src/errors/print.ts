/**
 * Prints to the console, where there is one. Without any output, failing and ignored webhooks would go unnoticed.
 *
 * @param level - The method of the console.
 * @param what - A sentence, or an error after it.
 */
export function print(level: 'warn' | 'error', ...what: readonly unknown[]): void {
  const { console } = globalThis as { readonly console?: Pick<Console, 'warn' | 'error'> };
  console?.[level](...what);
}
