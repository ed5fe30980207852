/** The members that have a value, without those that are empty or undefined. */
export function given<Members extends object>(
  members: Members,
): { [Name in keyof Members]?: Exclude<Members[Name], '' | undefined> } {
  const entries = Object.entries(members).filter(([, value]) => value !== undefined && value !== '');
  return Object.fromEntries(entries) as ReturnType<typeof given<Members>>;
}

/** Builds a query string. Empty and missing parameters are omitted. */
export function query(parameters: Readonly<Record<string, string | number | undefined>>): string {
  const text = new URLSearchParams(given(parameters) as Record<string, string>).toString();
  return text === '' ? '' : `?${text.replaceAll('+', '%20')}`;
}

/** A duration that the user types, as the control API accepts it: digits alone are milliseconds. */
export function durationOf(typed = ''): string | number {
  return /^\d+$/.test(typed) ? Number(typed) : typed;
}

/** A text with a capital letter at its beginning. */
export function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
