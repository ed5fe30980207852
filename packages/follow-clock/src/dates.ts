import { define, like } from './built-ins.ts';

/**
 * Makes `Date` and `Intl.DateTimeFormat` show another current time. They stay the same objects for `instanceof`, and
 * calls with an explicit date do not change.
 *
 * @param realm - The global object whose `Date` it is.
 */
export function installDates(now: () => number, realm: typeof globalThis = globalThis): void {
  const MachineDate = realm.Date;
  MachineDate.now = like(MachineDate.now, () => now());
  const FollowedDate: DateConstructor = new Proxy(MachineDate, {
    construct(target, args: unknown[], newTarget): Date {
      const asked = args.length === 0 ? [now()] : args;
      return Reflect.construct(target, asked, newTarget === FollowedDate ? target : newTarget) as Date;
    },
    apply: () => new MachineDate(now()).toString(),
  });
  // Code that compares `value.constructor` with `Date` must find them equal.
  define(MachineDate.prototype, 'constructor', FollowedDate);
  define(realm, 'Date', FollowedDate);
  installFormats(now, realm.Intl.DateTimeFormat.prototype);
}

/** Without a date, the methods of a format show the current time. */
function installFormats(now: () => number, prototype: Intl.DateTimeFormat): void {
  type Show = (date?: Date | number) => string;
  // oxlint-disable-next-line typescript/unbound-method -- Both are called with the format as `this` below.
  const { formatToParts } = prototype;
  // oxlint-disable-next-line typescript/unbound-method -- As above.
  const formatOf = Object.getOwnPropertyDescriptor(prototype, 'format')?.get;
  const followed = function (this: Intl.DateTimeFormat, date: Date | number = now()) {
    return formatToParts.call(this, date);
  };
  define(prototype, 'formatToParts', like(formatToParts, followed));
  /** For each function that shows dates in a format, the one that replaces it: a format has the same one each time. */
  const replacements = new WeakMap<Show, Show>();
  Object.defineProperty(prototype, 'format', {
    configurable: true,
    get(this: Intl.DateTimeFormat) {
      const show = formatOf?.call(this) as Show;
      const replacement = replacements.get(show) ?? like(show, (date: Date | number = now()) => show(date));
      replacements.set(show, replacement);
      return replacement;
    },
  });
}
