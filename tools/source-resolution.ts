/**
 * `node --import ./tools/source-resolution.ts file.ts` runs a file against the packages' sources, without a build.
 */
import { registerHooks } from 'node:module';
import { pathToFileURL } from 'node:url';
import { sourcePaths } from './source-paths.ts';

registerHooks({
  resolve(specifier, context, nextResolve) {
    const source = sourcePaths.get(specifier);
    return source === undefined
      ? nextResolve(specifier, context)
      : { url: pathToFileURL(source).href, shortCircuit: true };
  },
});
