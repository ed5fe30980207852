import { readFileSync } from 'node:fs';
import { parseCsv } from './csv.ts';

/** One reminder to send. */
export interface Appointment {
  /** The fictional patient. */
  readonly name: string;
  /** Mobile number in digits, from the range that is reserved for fiction. Some of them are test numbers of the emulator. */
  readonly phone: string;
  /** The place of the appointment, which is part of the text. */
  readonly clinic: string;
  /** The time of the appointment: ISO 8601, GMT, minute precision. */
  readonly time: string;
  /** The text, of one to four units. */
  readonly message: string;
}

/** The header of the file, in its order. */
export const COLUMNS = ['name', 'phone', 'clinic', 'time', 'message'] as const;

/** Reads appointments from CSV text. */
export function parseAppointments(text: string): Appointment[] {
  const [header = [], ...records] = parseCsv(text);
  if (header.join() !== COLUMNS.join()) throw new Error(`The header must be ${COLUMNS.join()}.`);
  return records.map((record, index) => {
    if (record.length !== COLUMNS.length) {
      throw new Error(`Record ${index + 1} has ${record.length} fields instead of ${COLUMNS.length}.`);
    }
    const [name = '', phone = '', clinic = '', time = '', message = ''] = record;
    return { name, phone, clinic, time, message };
  });
}

/** Reads `appointments.csv` in the folder of this file. */
export function readAppointments(): Appointment[] {
  return parseAppointments(readFileSync(new URL('appointments.csv', import.meta.url), 'utf8'));
}
