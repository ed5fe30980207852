import { createReadStream, createWriteStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { formatCsv, parseCsv } from './csv.ts';

/** A person who gets the message. */
export interface Recipient {
  /** The identifier of this person in your own records. It stays the same when the number changes. */
  readonly reference: string;
  /** Mobile number in digits. */
  readonly phone: string;
  /** First name. */
  readonly name: string;
}

/** The header of the file, in its order. */
const COLUMNS = ['reference', 'phone', 'name'] as const;
const NAMES = ['Amelia', 'Björn', 'Chloe', 'Dimitra', 'Elif', 'Farid', 'Grace', 'Hélène'] as const;

/** Generates recipients. The country code 999 is not assigned, so the numbers do not exist. */
export function* inventRecipients(count: number): Generator<Recipient> {
  for (let index = 0; index < count; index++) {
    const digits = String(index).padStart(8, '0');
    yield {
      reference: `customer-${digits}`,
      phone: `9990${digits}`,
      name: NAMES[index % NAMES.length] as string,
    };
  }
}

/** Writes recipients to a CSV file. */
export async function writeRecipients(file: string, recipients: Iterable<Recipient>): Promise<void> {
  function* lines() {
    yield formatCsv([COLUMNS]);
    for (const { reference, phone, name } of recipients) yield formatCsv([[reference, phone, name]]);
  }
  await pipeline(Readable.from(lines()), createWriteStream(file));
}

/** Reads recipients from a CSV file one at a time, so the file can be larger than the memory. Fields have no line breaks. */
export async function* readRecipients(file: string): AsyncGenerator<Recipient> {
  let header = true;
  for await (const line of createInterface({ input: createReadStream(file), crlfDelay: Infinity })) {
    const [reference = '', phone = '', name = ''] = parseCsv(line)[0] ?? [];
    if (!header) yield { reference, phone, name };
    else if (line !== COLUMNS.join()) throw new Error(`The header of ${file} must be ${COLUMNS.join()}.`);
    header = false;
  }
}
