import { styleText } from 'node:util';
import { visibleLine } from '@messaging-service/text';

/** What a part of a line means. The colors follow from it. */
type Tone = 'good' | 'bad' | 'waits' | 'quiet' | 'strong' | 'code';

/** A part of a line. A part with a tone of its own has a color if the output has colors. */
export type Part = string | readonly [text: string, tone: Tone];

/** Returns the text of parts. */
export type Paint = (parts: readonly Part[]) => string;

const FORMATS = {
  good: 'green',
  bad: 'red',
  waits: 'yellow',
  quiet: 'dim',
  strong: 'bold',
  code: ['bold', 'cyan'],
} as const satisfies Record<Tone, Parameters<typeof styleText>[0]>;

/** The text of a part, without color. */
export function textOf(part: Part): string {
  return typeof part === 'string' ? part : part[0];
}

/** The text of parts, without color. */
export function plain(parts: readonly Part[]): string {
  return parts.map(textOf).join('');
}

/** The parts in one line, with texts of others that cannot control the terminal. */
export function visibleParts(parts: readonly Part[]): Part[] {
  return parts.map((part) =>
    typeof part === 'string' ? visibleLine(part) : [visibleLine(part[0]), part[1]],
  );
}

/** Chooses how parts are written to a stream. Node decides whether it has colors, from the stream, `NO_COLOR` and `FORCE_COLOR`. */
export function painterOf(stream: NodeJS.WriteStream): Paint {
  const hasColors = styleText('red', 'x', { stream }) !== 'x';
  if (!hasColors) return plain;
  return (parts) =>
    parts
      .map((part) =>
        typeof part === 'string' ? part : styleText(FORMATS[part[1]], part[0], { validateStream: false }),
      )
      .join('');
}
