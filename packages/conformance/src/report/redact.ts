import type { TargetKeys } from '../service/target.ts';

/** Takes the target's keys, and whatever looks like a key, out of a text. */
export function redact(text: string, { accountKey, organizationKey }: TargetKeys): string {
  const known = [accountKey, organizationKey].filter((key) => key !== undefined && key !== '') as string[];
  const written = known.flatMap((key) => [key, encodeURIComponent(key)]);
  const without = written.reduce((rest, key) => rest.replaceAll(key, '<key>'), text);
  return without.replaceAll(/\b[0-9a-f]{32}\b/gi, '<key>');
}
