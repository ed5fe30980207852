import { optional } from '@messaging-service/emulator/host';
import * as z from 'zod/mini';

/** As many bins as a wide screen can show. */
const MOST_BINS = 1_000;

/** `bins` of a query: how many parts the response divides a period or a list into. */
export const binsParameter = (meaning: string) =>
  optional(
    z.pipe(
      z.string().check(z.regex(/^[1-9]\d{0,3}$/, 'must be a whole number from 1 to 1,000')),
      z.transform((text: string) => Math.min(Number(text), MOST_BINS)),
    ),
    meaning,
    '240',
  );
