import { readFileSync } from 'node:fs';
import { countUnits, parseTimestamp, phoneNumberSchema, validate } from '@messaging-service/contract';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Appointment, COLUMNS, parseAppointments, readAppointments } from './appointments.ts';
import { formatCsv, parseCsv } from './csv.ts';
import { makeCsv } from './make-csv.ts';

const appointments = readAppointments();

const fieldsOf = (appointment: Appointment) => COLUMNS.map((column) => appointment[column]);

/** How many appointments have each value. */
function tally(values: readonly string[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const value of values) counts[value] = (counts[value] ?? 0) + 1;
  return counts;
}

describe('appointments.csv', () => {
  test('has at least 200 rows, every field filled', () => {
    expect(appointments.length).toBeGreaterThanOrEqual(200);
    for (const appointment of appointments) {
      for (const field of fieldsOf(appointment)) expect(field.trim()).not.toBe('');
    }
  });

  test('equals the output of make-csv.ts', () => {
    expect(readFileSync(new URL('appointments.csv', import.meta.url), 'utf8')).toBe(makeCsv());
  });

  test('has texts of one to four units in both encodings, and none longer', () => {
    const kinds = appointments
      .map(({ message }) => countUnits(message))
      .map(({ encoding, units }) => `${encoding} ${units}`);
    expect(Object.keys(tally(kinds)).toSorted((a, b) => a.localeCompare(b))).toEqual([
      'GSM-7 1',
      'GSM-7 2',
      'GSM-7 3',
      'GSM-7 4',
      'UCS-2 1',
      'UCS-2 2',
      'UCS-2 3',
      'UCS-2 4',
    ]);
    for (const count of Object.values(tally(kinds))) expect(count).toBeGreaterThanOrEqual(5);
  });

  test('has accents, Greek, Cyrillic, emoji, escaped characters, line breaks, commas and quotes', () => {
    const names = appointments.map(({ name }) => name).join(' ');
    const messages = appointments.map(({ message }) => message).join(' ');
    const all = JSON.stringify(appointments.map(fieldsOf));
    for (const script of [/\p{Script=Greek}/u, /\p{Script=Cyrillic}/u, /[éïñçÍžØöß]/])
      expect(names).toMatch(script);
    for (const special of [/\p{Extended_Pictographic}/u, /€/, /\[/, /\n/]) expect(messages).toMatch(special);
    expect(all).toMatch(/, /);
    expect(all).toContain('\\"');
  });

  test('has numbers of the range that is reserved for fiction only, few of them twice', () => {
    const counts = tally(appointments.map(({ phone }) => phone));
    for (const number of Object.keys(counts)) {
      expect(number).toMatch(/^447700900\d{3}$/);
      expect(validate(phoneNumberSchema, number).ok).toBe(true);
    }
    const ordinary = Object.entries(counts).filter(([number]) => Number(number.slice(-3)) < 700);
    const repeated = ordinary.filter(([, count]) => count > 1);
    expect(repeated.length).toBeGreaterThanOrEqual(1);
    expect(repeated.length).toBeLessThan(ordinary.length / 20);
  });

  test('has every kind of number the emulator knows, most of them delivering (EMU-1)', () => {
    const { 0: delivering, ...special } = tally(
      appointments
        .map(({ phone }) => Math.max(699, Number(phone.slice(-3))))
        .map((end) => (end === 699 ? '0' : String(end))),
    );
    expect(delivering).toBeGreaterThan(appointments.length * 0.9);
    expect(Object.keys(special)).toEqual(['700', '701', '702', '800', '801', '802', '822']);
  });

  test('has times that the contract reads, in order', () => {
    const instants = appointments.map(({ time }) => parseTimestamp(time) ?? Number.NaN);
    expect(instants).toEqual(instants.toSorted((a, b) => a - b));
    expect(instants).not.toContain(Number.NaN);
  });

  test('has a different message in each row', () => {
    expect(new Set(appointments.map(({ message }) => message)).size).toBe(appointments.length);
  });
});

describe('parseCsv (RFC 4180)', () => {
  test.each<[string, string, string[][]]>([
    ['nothing', '', []],
    [
      'bare fields',
      'a,b\r\nc,d\r\n',
      [
        ['a', 'b'],
        ['c', 'd'],
      ],
    ],
    [
      'no line break at the end',
      'a,b\r\nc,d',
      [
        ['a', 'b'],
        ['c', 'd'],
      ],
    ],
    ['line feeds alone', 'a\nb\n', [['a'], ['b']]],
    [
      'empty fields',
      ',\r\na,\r\n',
      [
        ['', ''],
        ['a', ''],
      ],
    ],
    ['an empty last field at the end of the text', 'a,', [['a', '']]],
    ['an empty line', 'a\n\nb', [['a'], [''], ['b']]],
    [
      'quoted commas, quotes and line breaks',
      '"a,b","say ""hi""","1\r\n2\n3"\r\n',
      [['a,b', 'say "hi"', '1\r\n2\n3']],
    ],
    ['empty quotes', '"",""""\r\n', [['', '"']]],
    ['outer spaces, which belong to the field', ' a , b\r\n', [[' a ', ' b']]],
  ])('%s', (_what, text, records) => {
    expect(parseCsv(text)).toEqual(records);
  });

  test.each([
    ['a"b', 1],
    ['"a"b', 1],
    ['a\r\nb\r\n"c', 3],
    ['"a\nb",c\n"d""', 3],
  ])('%j has a misplaced quote, and the error has its line', (text, line) => {
    expect(() => parseCsv(text)).toThrow(`Line ${line}: a quote is out of place.`);
  });

  test('reads the output of formatCsv', () => {
    const field = fc.string({
      unit: fc.constantFrom('a', 'é', '🎉', ',', '"', '\n', '\r', ' '),
      maxLength: 8,
    });
    const records = fc.array(fc.array(field, { minLength: 1, maxLength: 4 }), { maxLength: 5 });
    fc.assert(
      fc.property(records, (written) => {
        expect(parseCsv(formatCsv(written))).toEqual(written);
      }),
    );
  });
});

describe('parseAppointments', () => {
  const header = 'name,phone,clinic,time,message\r\n';

  test('reads typed rows', () => {
    expect(parseAppointments(`${header}Ζωή,447700900001,"A, B",2027-03-08T08:00Z,"Say ""hi"""\r\n`)).toEqual([
      { name: 'Ζωή', phone: '447700900001', clinic: 'A, B', time: '2027-03-08T08:00Z', message: 'Say "hi"' },
    ]);
  });

  test('rejects another header and a row of another length', () => {
    expect(() => parseAppointments('name,number\r\n')).toThrow(
      'The header must be name,phone,clinic,time,message.',
    );
    expect(() => parseAppointments('')).toThrow('The header must be');
    expect(() => parseAppointments(`${header}a,b\r\n`)).toThrow('Record 1 has 2 fields instead of 5.');
  });
});
