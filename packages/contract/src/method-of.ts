/**
 * Returns a member of an object of options, such as its `fetch`. This is the rule by which all packages call functions of options:
 *
 * - A method of a class is called on its instance, so that it can use the other members, private ones included.
 * - A function that the object only carries, such as the global `fetch`, is called on its own. Some functions refuse to be called
 *   on a foreign object, and none must get the keys among the options as `this`.
 *
 * @param owner - The object, which may be an instance of a class.
 * @param name - The name of the member.
 *
 * @example
 * ```ts
 * import { methodOf } from '@messaging-service/contract';
 *
 * class Clock {
 *   readonly #start = 1000;
 *   now() {
 *     return this.#start;
 *   }
 * }
 * const now = methodOf(new Clock(), 'now');
 * now(); // 1000
 * ```
 */
export function methodOf<Owner extends object, Name extends keyof Owner>(
  owner: Owner,
  name: Name,
): Owner[Name] {
  const value = owner[name];
  return typeof value === 'function' && isMethod(owner, name) ? (value.bind(owner) as Owner[Name]) : value;
}

/** Whether a class of the object defines the function. One that a getter returns had its object when it was created. */
function isMethod(owner: object, name: PropertyKey): boolean {
  for (let at: unknown = owner; isObject(at); at = Object.getPrototypeOf(at)) {
    const property = Object.getOwnPropertyDescriptor(at, name);
    if (property !== undefined)
      return 'value' in property && at !== owner && Object.hasOwn(at, 'constructor');
  }
  return false;
}

/**
 * Returns whether an object is an instance of a class, which may have members of its own besides options. Those of an object
 * literal, or of one that inherits from it, are all meant as options, so that an unknown one is a mistake.
 *
 * @param value - An object or a list.
 */
export function isInstance(value: object): boolean {
  let prototype: unknown = Object.getPrototypeOf(value);
  while (isObject(prototype) && !Object.hasOwn(prototype, 'constructor'))
    prototype = Object.getPrototypeOf(prototype);
  // The prototype of object literals has none itself, in every realm.
  return isObject(prototype) && Object.getPrototypeOf(prototype) !== null && !Array.isArray(value);
}

/**
 * Returns the names of the members of an object; none for an instance of a class, which may have members of its own.
 *
 * @param object - Options, or a part of them.
 */
export function namesOf(object: object): readonly string[] {
  return isInstance(object) ? [] : Object.keys(object);
}

/**
 * Returns whether an object is something other than options, such as a promise, a map or a list: it has none of them, and would
 * count as an object that leaves all of them out.
 *
 * @param value - The object.
 * @param names - The names of all options.
 */
export function isForeign(value: object, names: readonly string[]): boolean {
  return Object.prototype.toString.call(value) !== '[object Object]' && !names.some((name) => name in value);
}

/** Whether a value is an object, which may be a list. */
export function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}
