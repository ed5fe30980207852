/** The longest text of a response of a tool, in characters. An agent pays for each of them, each time. */
const LONGEST_TEXT = 6_000;

/** The longest value of others in a response, such as the text of a message. */
const LONGEST_VALUE = 400;

/** Lines as one text, without the last ones if it gets too long. */
export function linesOf(lines: readonly (string | false | null | undefined)[]): string {
  const kept: string[] = [];
  let length = 0;
  for (const line of lines) {
    if (line === false || line === null || line === undefined) continue;
    length += line.length + 1;
    if (length > LONGEST_TEXT)
      return [...kept, '… (the rest is left out: use a narrower filter or a smaller limit)'].join('\n');
    kept.push(line);
  }
  return kept.join('\n');
}

/** A text of others, not longer than a few lines. */
export function cut(text: string, most: number = LONGEST_VALUE): string {
  return text.length <= most ? text : `${text.slice(0, most)}… (${text.length - most} more characters)`;
}

/** A text in quotation marks, on one line. */
export function quoted(text: string): string {
  return JSON.stringify(cut(text));
}

/** A number with its noun: `1 message`, `2 messages`. */
export function counted(count: number, noun: string, plural: string = `${noun}s`): string {
  return `${count} ${count === 1 ? noun : plural}`;
}
