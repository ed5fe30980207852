export { readArguments } from './arguments.ts';
export { decodeFile } from './decode-file.ts';
export { printable, printableLines } from './printable.ts';
export { runCommand } from './run-command.ts';
export { UsageError } from './usage-error.ts';
