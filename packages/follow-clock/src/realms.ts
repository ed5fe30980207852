import vm from 'node:vm';
import { installDates } from './dates.ts';

/** Lets the `Date` of contexts that `node:vm` creates follow the clock. */
export function followRealms(now: () => number): void {
  const { createContext, runInNewContext } = vm;
  const { prototype } = vm.Script;
  // oxlint-disable-next-line typescript/unbound-method -- It is called with the script as `this` below.
  const { runInNewContext: runScript } = prototype;
  /** Creates a context, unless it is one already. */
  const create: typeof createContext = (object, options) => {
    if (typeof object === 'object' && vm.isContext(object)) return object;
    const context = createContext(object, options);
    const realm = vm.runInContext('globalThis', context) as typeof globalThis;
    if (typeof realm.Date === 'function') installDates(now, realm);
    return context;
  };
  prototype.runInNewContext = function (object, options) {
    return Reflect.apply(runScript, this, [create(object), options]) as unknown;
  };
  const run: typeof runInNewContext = (code, object, options) =>
    runInNewContext(code, create(object), options) as unknown;
  Object.assign(vm, { createContext: create, runInNewContext: run });
}
