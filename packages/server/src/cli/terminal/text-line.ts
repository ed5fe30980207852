import { type Part, plain } from './paint.ts';
import { columnsOf, columnsOfParts, cut } from './width.ts';

/** The life of one text as it is now. */
export interface TextLine {
  /** The time, and the sandbox if there is one. */
  readonly start: readonly Part[];
  readonly from: string;
  readonly to: string;
  /** The text in quotes. */
  readonly quote: string;
  /** The outcome, which is cut before the notes. */
  readonly outcome: readonly Part[];
  /** Other parts that do not fit in the outcome, such as a one-time code and the responses to webhooks. */
  readonly notes: readonly (readonly Part[])[];
}

/** The least columns for the text, of all columns. */
const leastQuote = (columns: number) => Math.max(8, Math.floor(columns / 2) - 22);

/** The least columns for the outcome. */
const LEAST_OUTCOME = 7;

const POINT: Part = [' · ', 'quiet'];

/** Writes the life of a text in a number of columns. The text is cut first, then the numbers, then the outcome. */
export function textLine(
  { start, from, to, quote, outcome, notes }: TextLine,
  columns: number,
): readonly Part[] {
  const noted = notes.flatMap((note) => (note.length === 0 ? [] : [POINT, ...note]));
  const least = leastQuote(columns);
  const fixed = columnsOfParts(start) + columnsOfParts(noted) + 5;
  const left = (route: string, result: string) => columns - fixed - columnsOf(route) - columnsOf(result);
  let result = plain(outcome);
  let route = `${from} → ${to}`;
  if (left(route, result) < least) route = `${from} → ${ending(to)}`;
  const lacks = least - left(route, result);
  if (lacks > 0) result = cut(result, Math.max(LEAST_OUTCOME, columnsOf(result) - lacks));
  const space = Math.min(columnsOf(quote), Math.max(least, left(route, result)));
  const [shown = ''] = outcome;
  const tone = typeof shown === 'string' ? undefined : shown[1];
  return [
    ...start,
    ' ',
    route,
    '  ',
    cut(quote, space),
    '  ',
    tone === undefined ? result : [result, tone],
    ...noted,
  ];
}

/** A number by its last digits, as people compare numbers. */
function ending(number: string): string {
  return number.length <= 5 ? number : `…${number.slice(-3)}`;
}
