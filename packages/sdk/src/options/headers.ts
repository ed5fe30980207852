/** Header fields by their names in lower case, in the order of their names. */
export type HeaderFields = Readonly<Record<string, string>>;

/**
 * Merges header fields. Later ones replace earlier ones with the same name.
 *
 * @param base - The first of them.
 * @param added - The others, in any spelling.
 */
export function mergeHeaders(
  base: HeaderFields,
  ...added: readonly (Readonly<Record<string, string>> | undefined)[]
): HeaderFields {
  const headers = new Headers(base);
  for (const fields of added)
    for (const [name, value] of Object.entries(fields ?? {})) headers.set(name, value);
  return Object.fromEntries(headers);
}
