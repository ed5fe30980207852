/**
 * Whether a text matches a pattern in which `*` stands for any text. Each part between two stars is searched for once,
 * from left to right: a match further left never rules out one that a match further right allows, so nothing is tried
 * twice. A regular expression with several `.*` tries every combination, which takes minutes for a long path.
 */
export function matchesGlob(pattern: string, text: string): boolean {
  if (!pattern.includes('*')) return text === pattern;
  const [prefix = '', ...parts] = pattern.split('*');
  const suffix = parts.pop() ?? '';
  if (!text.startsWith(prefix) || !text.endsWith(suffix)) return false;
  let at = prefix.length;
  for (const part of parts) {
    const found = text.indexOf(part, at);
    if (found === -1) return false;
    at = found + part.length;
  }
  return at <= text.length - suffix.length;
}
