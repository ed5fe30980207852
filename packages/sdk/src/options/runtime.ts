import { VERSION } from '../version.ts';
import type { AppInfo } from './options.ts';

/** The globals that tell runtimes apart. Each may be missing, and reading it may throw. */
interface RuntimeGlobals {
  readonly document?: unknown;
  readonly navigator?: { readonly userAgent?: string };
  readonly process?: { readonly versions?: Readonly<Record<string, string | undefined>> };
  readonly Deno?: { readonly version?: { readonly deno?: string } };
}

/** Whether this is a page or a worker of a browser. */
export function isBrowser(): boolean {
  const { document, navigator } = globalThis as RuntimeGlobals;
  return typeof document === 'object' || navigator?.userAgent?.startsWith('Mozilla/') === true;
}

/**
 * The `user-agent` of all requests; undefined in browsers, where a script cannot set it or the service would have to allow
 * it first.
 */
export function userAgent(appInfo: AppInfo | undefined): string | undefined {
  if (isBrowser()) return undefined;
  const { name, version, url } = appInfo ?? {};
  const app = version === undefined ? name : `${name}/${version}`;
  const comment = app === undefined ? '' : ` (${url === undefined ? app : `${app}; ${url}`})`;
  return [`messaging-service-sdk/${VERSION}${comment}`, ...runtimeName()].join(' ');
}

function runtimeName(): string[] {
  try {
    const { process, navigator, Deno } = globalThis as RuntimeGlobals;
    // Bun and Deno imitate Node, so they are checked first.
    const { bun, node } = process?.versions ?? {};
    if (bun !== undefined) return [`bun/${bun}`];
    if (Deno?.version?.deno !== undefined) return [`deno/${Deno.version.deno}`];
    if (node !== undefined) return [`node/${node}`];
    return /^[\w.-]+(\/[\w.-]+)?$/.test(navigator?.userAgent ?? '') ? [`${navigator?.userAgent}`] : [];
  } catch {
    return [];
  }
}
