import type { TargetKeys } from './target.ts';

/** Replaces the target's keys, and any text that looks like a key. */
export function redact(text: string, { accountKey, organizationKey }: TargetKeys): string {
  const spellings = [accountKey, organizationKey].flatMap((key) =>
    key ? [key, encodeURIComponent(key)] : [],
  );
  const withoutKeys = spellings.reduce((rest, key) => rest.replaceAll(key, '<key>'), text);
  return withoutKeys.replaceAll(/\b[0-9a-f]{32}\b/gi, '<key>');
}
