import { registerHooks } from 'node:module';

// Vitest imports its environments from where it is installed itself. Those of this folder have a lockfile of their own.
registerHooks({
  resolve: (name, context, next) =>
    /^(?:happy-dom|jsdom)$/.test(name)
      ? next(name, { ...context, parentURL: import.meta.url })
      : next(name, context),
});
