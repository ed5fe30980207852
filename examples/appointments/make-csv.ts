/**
 * Writes appointments.csv: `node --import ./tools/source-resolution.ts examples/appointments/make-csv.ts`.
 *
 * Run it by hand after a change. The result is always the same, because nothing is random.
 */
import { writeFileSync } from 'node:fs';
import { countUnits } from '@messaging-service/contract';
import { type Appointment, COLUMNS } from './appointments.ts';
import { formatCsv } from './csv.ts';
import type { Language, Visit } from './language.ts';
import { LANGUAGES } from './texts.ts';

const ROWS = 252;
const FIRST_NUMBER = 447_700_900_000;

// Cycles of lengths without a common divisor, so that every language meets every length, ending and kind of number.
const UNITS = [1, 1, 2, 1, 3, 1, 2, 4, 1, 2, 3];
const EMOJI = ['', '', '😊', '', '', '🦷', '', '', '', '👋', '', '📅', ''];
const BREAKS = [...Array.from({ length: 16 }, () => ' '), '\n'];
/** Last digits of every twelfth number, which decide its outcome. See EMU-1. */
const SPECIAL = [
  701, 822, 702, 701, 801, 700, 701, 822, 802, 702, 701, 800, 822, 701, 802, 702, 801, 700, 701, 822,
];
const SPECIAL_EVERY = 12;
/** Some families share a phone. */
const SHARED_EVERY = 80;

/** The whole file. */
export function makeCsv(): string {
  const rows = Array.from({ length: ROWS }, (_, index) => makeAppointment(index));
  return formatCsv([COLUMNS, ...rows.map((row) => COLUMNS.map((column) => row[column]))]);
}

function makeAppointment(index: number): Appointment {
  const language = pick(LANGUAGES, index);
  const round = Math.floor(index / LANGUAGES.length);
  const [given, called] = pick(language.given, index);
  const surname = pick(language.surnames, index);
  const clinic = pick(language.clinics, round);
  const { day, hour, minute } = slot(index);
  const visit = { name: called.replace('*', surname), day, clock: `${hour}:${minute}`, clinic };
  const time = `2027-03-${pad(day)}T${pad(hour)}:${minute}Z`;
  const message = write(language, visit, index);
  return { name: `${given} ${surname}`, phone: phone(index), clinic, time, message };
}

/** As many sentences of advice as fit into the units. */
function write(language: Language, visit: Visit, index: number): string {
  const wanted = pick(UNITS, index);
  const emoji = pick(EMOJI, index);
  const gap = pick(BREAKS, index);
  const finish = (text: string) => (emoji === '' ? text : `${text} ${emoji}`);
  let text = wanted === 1 ? language.brief(visit) : language.full(visit);
  if (wanted === 1) return finish(text);
  for (const [position] of language.advice.entries()) {
    const longer = text + gap + pick(language.advice, position + index);
    if (countUnits(finish(longer)).units <= wanted) text = longer;
  }
  return finish(text);
}

/** Every twenty minutes from 8:00 to 17:40 on working days; 8 March 2027 is a Monday. */
function slot(index: number): { day: number; hour: number; minute: string } {
  const perDay = 30;
  const workday = Math.floor(index / perDay);
  const day = 8 + workday + 2 * Math.floor(workday / 5);
  const minutes = 8 * 60 + (index % perDay) * 20;
  return { day, hour: Math.floor(minutes / 60), minute: pad(minutes % 60) };
}

function phone(index: number): string {
  const group = Math.floor(index / SPECIAL_EVERY);
  if (index % SPECIAL_EVERY === SPECIAL_EVERY - 1) return String(FIRST_NUMBER + pick(SPECIAL, group));
  if (index % SHARED_EVERY === SHARED_EVERY - 1) return phone(index - 1);
  // 37 and 700 have no common divisor, so no number occurs twice.
  return String(FIRST_NUMBER + ((index * 37) % 700));
}

function pick<T>(list: readonly T[], index: number): T {
  return list[index % list.length] as T;
}

function pad(value: number): string {
  return String(value).padStart(2, '0');
}

if (import.meta.main) writeFileSync(new URL('appointments.csv', import.meta.url), makeCsv());
