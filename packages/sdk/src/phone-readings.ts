import type { WrittenPhoneNumber } from '@messaging-service/contract';
// The entry of mobile numbers lacks this class in CommonJS.
import { Metadata } from 'libphonenumber-js/core';
import {
  type CountryCode,
  getCountryCallingCode,
  isSupportedCountry,
  type PhoneNumber,
  parsePhoneNumberFromString,
} from 'libphonenumber-js/mobile';
import plans from 'libphonenumber-js/mobile/metadata';

/** A number that a text can mean. */
export interface Reading {
  /** Digits with the country code. */
  readonly number: string;
  /** How the text was read, in words. */
  readonly as: string;
}

/** How a text was read, and the number. */
type Found = readonly [as: string, number: PhoneNumber | undefined];

/**
 * The numbers that a written number can mean: none, one, or several. A prefix for calls abroad comes before the country code.
 * Without one, the digits can begin with the country code, or be a number of the default country.
 *
 * @param country - The country of numbers without a country code.
 */
export function readingsOf(written: WrittenPhoneNumber, country: string | undefined): Reading[] {
  const digits = written.groups.join('');
  const home = isSupportedCountry(country as CountryCode) ? (country as CountryCode) : undefined;
  if (written.plus) return distinct([['with its country code', parsed(`+${digits}`)]]);
  if (digits.startsWith('00')) return distinct(withPrefix(written.groups, home));
  if (home === undefined) return distinct([['with its country code', withoutPlus(written)]]);
  return distinct([...withoutPrefix(written, home), dialedAbroad(digits, home)]);
}

/** The different numbers, each with the first way to read it. */
function distinct(found: readonly Found[]): Reading[] {
  const readings = new Map<string, Reading>();
  for (const [as, { number: plusAndDigits } = { number: '' }] of found) {
    const number = plusAndDigits.slice(1);
    if (number !== '' && !readings.has(number)) readings.set(number, { number, as });
  }
  return [...readings.values()];
}

/**
 * Reads a number that begins with 00, the prefix for calls abroad of most countries. In some countries, the prefix is longer,
 * such as the 0011 of Australia. Of the two, only one is a group of digits, unless all digits are one group.
 */
function withPrefix(groups: readonly string[], home: CountryCode | undefined): Found[] {
  const digits = groups.join('');
  const usual: Found = ['00 and its country code', withCode(digits.slice(2))];
  if (home === undefined) return [usual];
  const own = dialedAbroad(digits, home);
  const [first = ''] = groups;
  const isUsual = first === '00' || first === `00${usual[1]?.countryCallingCode}`;
  const isOwn = first !== '00' && first === prefixAbroad(digits, home);
  if (groups.length > 1 && isUsual !== isOwn) return [isUsual ? usual : own];
  // Texts are for mobile phones, so 00 and a mobile number has no other meaning than 00 and a mobile number.
  const isClear = usual[1]?.isValid() === true && own[1]?.isValid() !== true;
  return isClear ? [usual] : [usual, own];
}

/** Reads digits that begin with a country code, or are a number of the default country. */
function withoutPrefix(written: WrittenPhoneNumber, home: CountryCode): Found[] {
  const national = parsed(written.groups.join(''), home);
  const code = getCountryCallingCode(home);
  const foreign = withoutPlus(written);
  // A number of the same country can be grouped as that country pleases.
  const full =
    foreign ?? (national === undefined ? ofCode(withCode(written.groups.join('')), code) : undefined);
  // The own result stays: after the code comes a mobile number, and without the code it is none.
  const isFull = full?.countryCallingCode === code && full.isValid() && national?.isValid() !== true;
  return [
    ['with its country code', full],
    [`a number of ${home}`, isFull ? undefined : national],
  ];
}

function ofCode(number: PhoneNumber | undefined, code: string): PhoneNumber | undefined {
  return number?.countryCallingCode === code ? number : undefined;
}

/**
 * Reads digits that begin with a country code, unless they are grouped in another way: the 321 of `321 555 0123` is not the 32 of
 * Belgium, and `(670)` is an area code.
 */
function withoutPlus({ groups, bracketed }: WrittenPhoneNumber): PhoneNumber | undefined {
  const number = bracketed ? undefined : withCode(groups.join(''));
  return groups.length === 1 || groups[0] === number?.countryCallingCode ? number : undefined;
}

/** The number that callers of a country dial with the prefix for calls abroad of that country. */
function dialedAbroad(digits: string, country: CountryCode): Found {
  const prefix = prefixAbroad(digits, country);
  const number = prefix === undefined ? undefined : withCode(digits.slice(prefix.length));
  return [`${prefix}, as dialed in ${country}, and its country code`, number];
}

function prefixAbroad(digits: string, country: CountryCode): string | undefined {
  return new RegExp(`^(?:${planOf(country).IDDPrefix()})`).exec(digits)?.[0];
}

/** The number of a country code and what follows it. Only a 0 that is dialed within a country can be left out. */
function withCode(digits: string): PhoneNumber | undefined {
  const number = parsed(`+${digits}`);
  const { countryCallingCode = '', nationalNumber = '' } = number ?? {};
  const isWhole = [`${countryCallingCode}${nationalNumber}`, `${countryCallingCode}0${nationalNumber}`];
  return isWhole.includes(digits) ? number : undefined;
}

function parsed(text: string, defaultCountry?: CountryCode): PhoneNumber | undefined {
  const country = defaultCountry !== undefined && { defaultCountry };
  return fitting(parsePhoneNumberFromString(text, { ...country, extract: false }));
}

/** A number that fits the numbering plan of its country, in the length that messages allow. */
function fitting(number: PhoneNumber | undefined): PhoneNumber | undefined {
  if (number === undefined || number.ext !== undefined || !number.isPossible()) return undefined;
  if (!/^\+[1-9]\d{6,14}$/.test(number.number)) return undefined;
  const plan = planOf(number.countryCallingCode);
  // Not all numbers that fit the plan are valid mobile numbers: 07700 900123 is not assigned.
  const fits =
    number.isValid() || new RegExp(`^(?:${plan.nationalNumberPattern()})$`).test(number.nationalNumber);
  return fits ? number : undefined;
}

/** The numbering plan of a country, or of the main country of a country code. Types of the library have only a part of it. */
interface Plan {
  IDDPrefix(): string;
  nationalNumberPattern(): string;
}

function planOf(countryOrCode: string): Plan {
  const metadata = new Metadata(plans);
  metadata.selectNumberingPlan(countryOrCode as CountryCode);
  return metadata.numberingPlan as unknown as Plan;
}
