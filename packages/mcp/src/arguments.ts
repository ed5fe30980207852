import { nearestName } from '@messaging-service/contract';
import { type Arguments, ControlError } from './controls.ts';
import type { Members } from './json-schema.ts';
import { cut } from './texts.ts';

/** The arguments that a tool accepts. */
export interface Accepted {
  readonly members: Members;
  readonly required: readonly string[];
}

/** Arguments with the name of a sandbox, if it is passed. */
type Read = Arguments & { readonly sandbox?: string };

/**
 * Reads the arguments of a tool. The control API checks their values, but cannot see that one is missing, has another name, or names
 * no service. An argument that is null is as one that is not passed, because many models fill in all of them.
 *
 * @throws {ControlError} An argument is missing or not known, or the sandbox is not a text.
 */
export function readArguments(tool: string, given: Arguments, { members, required }: Accepted): Read {
  const refuse = (problem: string) => new ControlError('invalid_argument', problem);
  for (const name of Object.keys(given))
    if (!Object.hasOwn(members, name)) throw refuse(`${tool} has no argument ${unknown(name, members)}`);
  const args = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== null));
  for (const name of required)
    if (args[name] === undefined || args[name] === '')
      throw refuse(`${tool} needs the argument "${name}"${explained(members[name]?.description)}`);
  const { sandbox } = args;
  if (sandbox !== undefined && (typeof sandbox !== 'string' || sandbox === ''))
    throw refuse('"sandbox" must be a text that open_sandbox returned.');
  return args;
}

function unknown(name: string, members: Members): string {
  const names = Object.keys(members);
  const nearest = nearestName(name, names);
  const hint = nearest === undefined ? `It has: ${names.join(', ') || 'none'}.` : `Did you mean ${nearest}?`;
  return `${JSON.stringify(cut(name, 50))}. ${hint}`;
}

/** A description after a colon: "The UUID of …" continues as "the UUID of …". */
function explained(description = ''): string {
  return description === '' ? '.' : `: ${description.charAt(0).toLowerCase()}${description.slice(1)}`;
}
