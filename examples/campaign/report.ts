/**
 * The program that says who got it: `node report.ts recipients.csv STORE [--csv]`. Run it at any time: while messages are
 * sent, and while receipts come.
 */
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { parseArgs } from 'node:util';
import { SPRING_SALE } from './campaign.ts';
import { readRecipients } from './recipients.ts';
import { openStore } from './store.ts';
import { countOutcomes, linesOf, toCsv, toTable } from './who-got-it.ts';

const { values, positionals } = parseArgs({ options: { csv: { type: 'boolean' } }, allowPositionals: true });
const [list, place] = positionals;
if (list === undefined || place === undefined)
  throw new Error('Usage: node report.ts recipients.csv STORE [--csv]');

await using store = await openStore(place, SPRING_SALE.id, 'report');
const lines = linesOf(SPRING_SALE, readRecipients(list), await store.read());
if (values.csv === true) await pipeline(Readable.from(toCsv(lines)), process.stdout, { end: false });
else process.stdout.write(toTable(await countOutcomes(lines)));
