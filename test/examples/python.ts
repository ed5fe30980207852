import { spawnSync } from 'node:child_process';

/** Where to look: a version manager in the path has its own modules, and hides Debian's. */
const PROGRAMS = ['python3', '/usr/bin/python3'];

/** The command and the probe of tests in Python: with the first Python that has these modules. */
export function pytestWith(...modules: readonly string[]) {
  const check = ['-c', `import ${['pytest', ...modules].join(', ')}`];
  const program =
    PROGRAMS.find((name) => spawnSync(name, check, { stdio: 'ignore' }).status === 0) ?? 'python3';
  return {
    command: [program, '-m', 'pytest', '-q', '-p', 'no:cacheprovider'],
    probe: [program, ...check],
  } as const;
}
