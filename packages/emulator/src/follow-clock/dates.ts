/**
 * Makes `Date` and `Intl.DateTimeFormat` show another current time. They stay the same objects for `instanceof`, and
 * calls with an explicit date do not change.
 *
 * @param realm - The global object whose `Date` it is.
 */
export function installDates(now: () => number, realm: typeof globalThis = globalThis): void {
  const MachineDate = realm.Date;
  MachineDate.now = now;
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
  // oxlint-disable-next-line typescript/unbound-method -- Both are called with the format as `this` below.
  const { formatToParts } = prototype;
  // oxlint-disable-next-line typescript/unbound-method -- As above.
  const formatOf = Object.getOwnPropertyDescriptor(prototype, 'format')?.get;
  define(prototype, 'formatToParts', function (this: Intl.DateTimeFormat, date?: Date | number) {
    return formatToParts.call(this, date ?? now());
  });
  Object.defineProperty(prototype, 'format', {
    configurable: true,
    get(this: Intl.DateTimeFormat) {
      const format = formatOf?.call(this) as (date: Date | number) => string;
      return (date?: Date | number) => format(date ?? now());
    },
  });
}

/** Defines a property like a built-in one: not enumerable, but writable and configurable. */
export function define(target: object, name: string | symbol, value: unknown): void {
  Object.defineProperty(target, name, { value, writable: true, configurable: true, enumerable: false });
}
