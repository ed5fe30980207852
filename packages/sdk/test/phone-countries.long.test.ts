import { normalizePhoneNumber } from '@messaging-service/sdk/phone';
import fc from 'fast-check';
import examples from 'libphonenumber-js/examples.mobile.json';
import {
  type CountryCode,
  getCountries,
  getCountryCallingCode,
  getExampleNumber,
  Metadata,
  type PhoneNumber,
} from 'libphonenumber-js/max';
import { expect, test } from 'vitest';

const COUNTRIES: readonly CountryCode[] = getCountries();
const EXAMPLES = COUNTRIES.map((country) => getExampleNumber(country, examples) as PhoneNumber);
const TWO_READINGS = /^the number could be \+(\d+) \(.+\) or \+(\d+) \(.+\): write it with a plus/;

/** The results of a text with default countries, by result. A refusal must say that there are two readings. */
function resultsOf(text: string | number, countries: readonly (CountryCode | undefined)[]): string[] {
  return [...new Set(countries.map((country) => resultOf(text, country)))];
}

function resultOf(text: string | number, country: CountryCode | undefined): string {
  try {
    return normalizePhoneNumber(text, { country });
  } catch (error) {
    expect(error).toBeInstanceOf(RangeError);
    const [, one, other] = TWO_READINGS.exec((error as Error).message) ?? [];
    expect(one, `${text} of ${country}: ${(error as Error).message}`).toBeDefined();
    expect(one).not.toBe(other);
    return 'two readings';
  }
}

const digitsOf = ({ number }: PhoneNumber) => number.slice(1);

/** One country for each way to dial abroad, and none. Nothing else of a country matters for numbers with a prefix. */
const DIALERS = [...new Map(COUNTRIES.map((country) => [prefixAbroad(country), country])).values()];
const ANYWHERE = [undefined, ...DIALERS];

function prefixAbroad(country: CountryCode): string | undefined {
  const metadata = new Metadata();
  metadata.selectNumberingPlan(country);
  return metadata.numberingPlan?.IDDPrefix();
}

test('the number of any country with a plus is that number in every country (API-3)', () => {
  for (const example of EXAMPLES) {
    for (const text of [example.number, example.formatInternational(), example.getURI()])
      expect(resultsOf(text, ANYWHERE)).toEqual([digitsOf(example)]);
  }
});

test('00 and the number of any country is that number, or it is refused where 00 is also a part of another prefix (API-3)', () => {
  for (const example of EXAMPLES) {
    const digits = digitsOf(example);
    for (const country of ANYWHERE) {
      expect([digits, 'two readings']).toContain(resultOf(`00${digits}`, country));
      expect(resultOf(`00 ${digits}`, country)).toBe(digits);
    }
  }
});

test('a number as it is dialed from another country is that number, or it is refused (API-3)', () => {
  for (const example of EXAMPLES) {
    for (const country of DIALERS) {
      // In a region with one country code, people dial the national number.
      if (getCountryCallingCode(country) === example.countryCallingCode) continue;
      const text = example.format('IDD', { fromCountry: country });
      // The library does not know which of several prefixes people of these countries prefer.
      if (typeof text !== 'string' || text === '') continue;
      expect([digitsOf(example), 'two readings']).toContain(resultOf(text, country));
    }
  }
});

test('a national number is that of its country, in every country, grouped or not (API-3)', () => {
  const refused: string[] = [];
  for (const [index, example] of EXAMPLES.entries()) {
    const country = COUNTRIES[index] as CountryCode;
    const national = example.formatNational();
    expect(resultOf(national, country)).toBe(digitsOf(example));
    const result = resultOf(national.replaceAll(/\D/g, ''), country);
    if (result === 'two readings') refused.push(country);
    else expect(result).toBe(digitsOf(example));
  }
  // Eleven digits that begin with 13 are a number of China or of Chicago.
  expect(refused).toContain('CN');
  expect(refused.length).toBeLessThan(15);
});

test('normalizing twice changes nothing, with the same country, none or another one (API-3)', () => {
  for (const [index, example] of EXAMPLES.entries()) {
    const digits = digitsOf(example);
    expect(resultsOf(digits, [undefined, COUNTRIES[index]])).toEqual([digits]);
    for (const country of COUNTRIES) expect([digits, 'two readings']).toContain(resultOf(digits, country));
    // Inbound messages have the number as an integer, which no country changes.
    expect(resultsOf(Number(digits), ANYWHERE)).toEqual([digits]);
  }
});

test('for any number in a length that its country has, normalizing twice changes nothing (API-3)', () => {
  const numbers = fc.constantFrom(...COUNTRIES).chain((country) => {
    const metadata = new Metadata();
    metadata.selectNumberingPlan(country);
    return fc
      .constantFrom(...(metadata.numberingPlan?.possibleLengths() ?? []))
      .chain((length) =>
        fc
          .array(fc.integer({ min: 0, max: 9 }), { minLength: length, maxLength: length })
          .map((digits) => `${getCountryCallingCode(country)}${digits.join('')}`),
      );
  });
  fc.assert(
    fc.property(numbers, fc.constantFrom(...COUNTRIES), (digits, country) => {
      let once: string;
      try {
        once = normalizePhoneNumber(`+${digits}`);
      } catch {
        return;
      }
      expect([once, 'two readings']).toContain(resultOf(once, country));
      expect(resultOf(once, undefined)).toBe(once);
    }),
    { numRuns: 5_000 },
  );
});
