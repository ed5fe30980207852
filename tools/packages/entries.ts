import { sourcePaths } from '../source-paths.ts';

/** One public entry of a package. */
export interface Entry {
  /** The specifier of an import, such as `@messaging-service/emulator/node`. */
  readonly specifier: string;
  /** The path in `exports`, such as `./node`. */
  readonly subpath: string;
  /** The file's name in `dist`, without extension. */
  readonly name: string;
  /** Its source file, absolute. */
  readonly source: string;
  /** Whether `require()` can load it. */
  readonly dual: boolean;
}

/** `require()` cannot load Vitest, and `follow-clock` uses top-level `await`. */
const ES_MODULES_ONLY = ['@messaging-service/emulator/follow-clock', '@messaging-service/emulator/vitest'];

/** The faces of a package that only the packages of this repository and its tests import. They are not published. */
const PRIVATE_FACE = /\/(core|entry-types|host)$/;

/** The entries of a package: one for each path of tsconfig.json. Their sources can be in the private packages around it. */
export function entriesOf(packageName: string): readonly Entry[] {
  return [...sourcePaths]
    .filter(([specifier]) => specifier === packageName || specifier.startsWith(`${packageName}/`))
    .filter(([specifier]) => !PRIVATE_FACE.test(specifier))
    .map(([specifier, source]) => {
      const subpath = `.${specifier.slice(packageName.length)}`;
      const name = subpath === '.' ? 'index' : subpath.slice(2);
      return { specifier, subpath, name, source, dual: !ES_MODULES_ONLY.includes(specifier) };
    });
}

/** Conditions of an entry in `exports`, for resolvers that support them. */
export function conditionsOf({ name, dual }: Entry): object {
  const esm = { types: `./dist/${name}.d.ts`, default: `./dist/${name}.js` };
  if (!dual) return esm;
  return { import: esm, require: { types: `./dist/${name}.d.cts`, default: `./dist/${name}.cjs` } };
}

/**
 * The fields by which resolvers without `exports` find an entry: TypeScript with `moduleResolution: node10`, Parcel,
 * webpack 4 and older versions of Jest.
 *
 * @param dist - The path from the manifest to `dist`.
 */
export function legacyFieldsOf({ name, dual }: Entry, dist: string) {
  return {
    main: `${dist}/${name}.${dual ? 'cjs' : 'js'}`,
    module: `${dist}/${name}.js`,
    types: `${dist}/${name}.d.ts`,
  };
}
