/** Options that a function must refuse. */
export interface StrangeOptions {
  /** What is strange about them. */
  readonly title: string;
  readonly options: unknown;
  /** What the error must say: the name of the option, and what is wrong with it. */
  readonly says: readonly string[];
}

/** A value in place of an option, and the beginning of what the error says about it. */
export type Wrong = readonly [value: unknown, expected: string];

/**
 * Options that JavaScript callers pass by mistake: other values, misspelled names, members of the wrong type, also inherited ones and
 * those of a class, and members that cannot be read.
 *
 * @param valid - Options that the function accepts.
 * @param wrong - A wrong value for each option, and what the error says in its place. The first one has a near name.
 */
export function strangeOptions(
  valid: object,
  wrong: Readonly<Record<string, Wrong>>,
): readonly StrangeOptions[] {
  const [first = ''] = Object.keys(wrong);
  const misspelled = `${first}x`;
  const isNot = (title: string, options: unknown) => ({ title, options, says: ['must be an object, not '] });
  class Options {}
  return [
    isNot('null', null),
    isNot('a string', 'options'),
    isNot('a number', 7),
    isNot('a function', () => valid),
    isNot('an array', [valid]),
    isNot('an empty array', []),
    isNot('a map', new Map(Object.entries(valid))),
    isNot('a promise that was not awaited', Promise.resolve(valid)),
    {
      title: `the unknown ${misspelled}`,
      options: { ...valid, [misspelled]: 1 },
      says: [`${misspelled} is not a known option; `, first],
    },
    { title: 'a proxy that throws', options: brokenProxy(valid), says: ['cannot be read'] },
    ...Object.entries(wrong).flatMap(([name, [value, expected]]) => {
      const says = [`${name} ${expected}`];
      const unreadable = Object.defineProperty({ ...valid }, name, {
        enumerable: true,
        get: () => {
          throw new RangeError('the getter is broken');
        },
      });
      return [
        { title: `a wrong ${name}`, options: { ...valid, [name]: value }, says },
        {
          title: `an inherited ${name}`,
          options: Object.create({ ...valid, [name]: value }) as object,
          says,
        },
        {
          title: `a wrong ${name} of an instance of a class`,
          options: Object.assign(new Options(), { ...valid, other: 1, [name]: value }),
          says,
        },
        { title: `a getter ${name} that throws`, options: unreadable, says: [`${name} cannot be read`] },
      ];
    }),
  ];
}

/** Options that count as valid ones: inherited members, and an instance of a class with members of its own. */
export function unusualOptions(valid: object): readonly (readonly [title: string, options: object])[] {
  class Options {
    readonly other = 1;
  }
  const absent = Object.fromEntries(Object.keys(valid).map((name) => [name, undefined]));
  return [
    ['inherited ones', Object.create(valid) as object],
    ['an instance of a class', Object.assign(new Options(), valid)],
    ['those of an object without a prototype', Object.assign(Object.create(null) as object, valid)],
    ['those that are set again after being undefined', { ...absent, ...valid }],
  ];
}

function brokenProxy(valid: object): object {
  const { proxy, revoke } = Proxy.revocable(valid, {});
  revoke();
  return proxy;
}
