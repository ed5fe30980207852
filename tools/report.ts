/** Prints the problems and sets the exit code. */
export function conclude(problems: readonly string[], examined: string): void {
  for (const problem of problems) process.stdout.write(`${problem}\n`);
  process.stdout.write(`${examined}, ${problems.length} problems\n`);
  if (problems.length > 0) process.exitCode = 1;
}
