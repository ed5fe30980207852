/** Something that the palette offers. */
export interface Command {
  readonly name: string;
  /** Its kind, such as `View`. */
  readonly kind: string;
  /** Further words that find it. */
  readonly words?: string;
  /** What Tab writes into the field, for a command that one can type further. */
  readonly completion?: string;
  readonly run: () => unknown;
}

/** The commands that a text finds: those whose name begins with it first. Every word of the text must occur. */
export function matching(commands: readonly Command[], typed: string): Command[] {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean);
  const found = commands.filter((command) => {
    const text = `${command.kind} ${command.name} ${command.words ?? ''}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
  const rank = ({ name }: Command) => (name.toLowerCase().startsWith(words[0] ?? '') ? 0 : 1);
  return found.toSorted((a, b) => rank(a) - rank(b));
}
