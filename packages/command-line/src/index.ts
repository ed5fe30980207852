export { readArguments } from './arguments.ts';
export { runCommand } from './run-command.ts';
export { UsageError } from './usage-error.ts';
