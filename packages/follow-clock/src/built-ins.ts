/** Defines a property like a built-in one: not enumerable, but writable and configurable. */
export function define(target: object, name: string | symbol, value: unknown): void {
  Object.defineProperty(target, name, { value, writable: true, configurable: true, enumerable: false });
}

/** Lets a function have the name and the number of parameters of the built-in one that it replaces. */
export function like<Own extends CallableFunction>(builtIn: CallableFunction, own: Own): Own {
  const { name, length } = builtIn;
  return Object.defineProperties(own, { name: { value: name }, length: { value: length } });
}

/** Replaces a built-in function by one that has its name and number of parameters. */
export function replace(target: object, name: string, own: CallableFunction): void {
  define(target, name, like(Reflect.get(target, name) as CallableFunction, own));
}
