import { validate } from '@messaging-service/contract';
import type { EmulatorOptions } from '@messaging-service/emulator';
import { checkSandbox, nameSchema, type Restorable, readContent } from '@messaging-service/emulator/host';
import * as z from 'zod/mini';

/** A service that was read from a state file, with all of it checked. */
export interface RestorableService {
  /** 0 for the default service, otherwise the number of the sandbox. */
  readonly number: number;
  readonly latestSandbox: number | undefined;
  readonly options: EmulatorOptions | undefined;
  readonly name: string | undefined;
  readonly machine: number;
  readonly snapshot: Restorable;
}

/** The number of a sandbox makes its keys different from others: it is a number of 32 bits. */
const sandboxNumber = z
  .int()
  .check(z.refine((number) => number >= 0 && number < 2 ** 32, 'must be from 0 to 2^32 - 1'));

const serviceSchema = z.strictObject({
  number: sandboxNumber,
  latestSandbox: z.optional(sandboxNumber),
  name: z.optional(nameSchema),
  options: z.optional(z.unknown()),
  machine: z.int(),
  snapshot: z.looseObject({ state: z.record(z.string(), z.unknown()) }),
});

const entriesSchema = z.strictObject({ list: z.string(), entries: z.array(z.unknown()) });

type ServiceLine = z.output<typeof serviceSchema>;

/**
 * Reads the lines of a state file: one for each service, and then those with the entries of its lists.
 *
 * @throws {Error} when a line, an option or a state is not valid. Nothing has been restored.
 */
export function readServices(lines: Iterable<unknown>): RestorableService[] {
  const services: ServiceLine[] = [];
  for (const line of lines) {
    if (typeof line === 'object' && line !== null && 'list' in line) addEntries(services.at(-1), line);
    else services.push(validLine(serviceSchema, line));
  }
  const numbers = new Set(services.map(({ number }) => number));
  if (services[0]?.number !== 0 || numbers.size !== services.length)
    throw new TypeError('The first service must have the number 0, and each service another number.');
  return services.map(read);
}

function addEntries(service: ServiceLine | undefined, line: unknown): void {
  const { list, entries } = validLine(entriesSchema, line);
  const target =
    service !== undefined && Object.hasOwn(service.snapshot.state, list) && service.snapshot.state[list];
  if (!Array.isArray(target))
    throw new TypeError(`There is no list ${JSON.stringify(list)} for its entries.`);
  for (const entry of entries) target.push(entry);
}

function read({ number, latestSandbox, name, options, machine, snapshot }: ServiceLine): RestorableService {
  return {
    number,
    latestSandbox,
    name,
    options: options === undefined ? undefined : checkSandbox(options),
    machine,
    snapshot: readContent(snapshot),
  };
}

function validLine<T>(schema: z.ZodMiniType<T>, line: unknown): T {
  const checked = validate(schema, line);
  if (checked.ok) return checked.value;
  const problems = checked.issues.map(({ path, message }) => `${path || 'a line'} ${message}`);
  throw new TypeError(`${problems.join('; ')}.`);
}
