/** The globals that give access to environment variables. Each may be missing, and reading it may throw. */
interface EnvironmentGlobals {
  readonly process?: { readonly env?: Readonly<Record<string, string | undefined>> };
  readonly Deno?: {
    readonly permissions: {
      querySync(descriptor: { name: 'env'; variable: string }): { readonly state: string };
    };
  };
}

/** Reads an environment variable; undefined where there are none, or where reading them is not allowed. Never throws. */
export function readVariable(name: string): string | undefined {
  try {
    const { process, Deno } = globalThis as EnvironmentGlobals;
    // Without permission, Deno would stop the program and ask the user.
    if (Deno !== undefined && Deno.permissions.querySync({ name: 'env', variable: name }).state !== 'granted')
      return undefined;
    const value: unknown = process?.env?.[name];
    return typeof value === 'string' ? value : undefined;
  } catch {
    return undefined;
  }
}

/** The variables from which runtimes and transports take a proxy, which also count in lower case. */
const PROXIES = ['HTTP_PROXY', 'HTTPS_PROXY', 'ALL_PROXY'];

/** Reads the proxies of the environment, which transports and the `fetch` of some runtimes use. */
export function readProxyVariables(): string[] {
  const names = PROXIES.flatMap((name) => [name, name.toLowerCase()]);
  return names.map((name) => readVariable(name) ?? '').filter((value) => value !== '');
}
