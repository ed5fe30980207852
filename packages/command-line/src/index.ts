export { readArguments } from './arguments.ts';
export { printable } from './printable.ts';
export { runCommand } from './run-command.ts';
export { UsageError } from './usage-error.ts';
