import { parseArgs } from 'node:util';

/** The options of `npm run docs`. */
export interface SiteOptions {
  /** Whether to serve the site, and to reload pages while their documents change. */
  readonly isServed: boolean;
  /** The port to serve it at; default: that of VitePress, 5173. */
  readonly port: string | undefined;
}

/**
 * Reads the arguments of `npm run docs`. A port alone serves the site, too: nothing else needs one.
 *
 * @throws {Error} An argument is unknown, or the port is not one.
 */
export function readSiteOptions(args: readonly string[]): SiteOptions {
  const { values } = parseArgs({
    args: [...args],
    options: { dev: { type: 'boolean', default: false }, port: { type: 'string' } },
  });
  const { dev, port } = values;
  if (port !== undefined && !(/^\d{1,5}$/.test(port) && Number(port) > 0 && Number(port) < 65_536))
    throw new Error(`--port must be a whole number from 1 to 65535; got ${JSON.stringify(port)}.`);
  return { isServed: dev || port !== undefined, port };
}
