/**
 * A pattern in which `*` matches any text. Each part between two stars is searched for once, from left to right: a
 * match further left never rules out one that a match further right allows, so nothing is tried twice. A regular
 * expression with several `.*` tries every combination, which takes minutes for a long path.
 */
export class Glob {
  readonly #prefix: string;
  readonly #suffix: string;
  /** The parts between the first star and the last one; undefined without a star. */
  readonly #parts: readonly string[] | undefined;

  constructor(pattern: string) {
    const [prefix = '', ...rest] = pattern.split('*');
    this.#prefix = prefix;
    this.#suffix = rest.pop() ?? '';
    this.#parts = pattern.includes('*') ? rest.filter((part) => part !== '') : undefined;
  }

  /** Whether the whole text matches. */
  matches(text: string): boolean {
    if (this.#parts === undefined) return text === this.#prefix;
    const end = text.length - this.#suffix.length;
    if (!text.startsWith(this.#prefix) || !text.endsWith(this.#suffix)) return false;
    let at = this.#prefix.length;
    for (const part of this.#parts) {
      const found = text.indexOf(part, at);
      if (found === -1) return false;
      at = found + part.length;
    }
    return at <= end;
  }
}
