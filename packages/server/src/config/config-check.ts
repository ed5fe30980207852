import { isIP } from 'node:net';
import { type Issue, integerSchema, type Validation, validate } from '@messaging-service/contract';
import type { EmulatorConfig } from '@messaging-service/emulator';
import { oneOf, withOptions } from '@messaging-service/emulator/host';
import * as z from 'zod/mini';
import { parseAllowedHost, parseAllowedOrigin } from '../access/host-names.ts';
import { TOKEN_FORM } from '../access/token-form.ts';

const filledSchema = z.string().check(z.minLength(1, 'must not be empty'));

/** Text that a parser accepts. The message of the parser follows the path. */
function readableSchema(parse: (text: string, name: string) => unknown) {
  return z.string().check(({ value, issues }) => {
    try {
      parse(value, '');
    } catch (error) {
      issues.push({
        code: 'custom',
        path: [],
        message: (error as Error).message.replace(/; got .*$/s, '').trim(),
        input: value,
      });
    }
  });
}

const controlTokenSchema = z.string().check(z.regex(TOKEN_FORM.pattern, TOKEN_FORM.message));

/** An address has no brackets, port and scheme, as it has in a URL. */
function isHost(text: string): boolean {
  return isIP(text) !== 0 || /^[^\s:/[\]]+$/.test(text);
}

const serverShape = {
  port: z.optional(
    integerSchema.check(z.refine((port) => port >= 0 && port <= 65_535, 'must be from 0 to 65535')),
  ),
  host: z.optional(
    filledSchema.check(z.refine(isHost, 'must be a host name or an address, such as 127.0.0.1 or ::1')),
  ),
  allowHosts: z.optional(z.array(readableSchema(parseAllowedHost))),
  allowOrigins: z.optional(z.array(readableSchema(parseAllowedOrigin))),
  state: z.optional(filledSchema),
  log: z.optional(oneOf(['text', 'json', 'off'])),
  name: z.optional(filledSchema),
  controlToken: z.optional(controlTokenSchema),
};

/** A configuration: the options, and those of the command. */
export const configSchema = withOptions({
  $schema: z.optional(z.string()),
  server: z.optional(z.strictObject(serverShape)),
});

/** Names the section of an option of the server that stands outside it. */
function withSection(issue: Issue): Issue {
  if (!Object.hasOwn(serverShape, issue.path)) return issue;
  return { ...issue, message: `is not a known field; did you mean "server.${issue.path}"?` };
}

/** Checks a configuration, whether from code or from JSON. */
export function validateConfig(config: unknown): Validation<EmulatorConfig> {
  const checked = validate(configSchema as z.ZodMiniType<EmulatorConfig>, config);
  if (!checked.ok) return { ok: false, issues: checked.issues.map(withSection) };
  const { $schema: _, ...value } = checked.value;
  return { ok: true, value };
}

/** Objects of a configuration, with the path of their members. */
const OBJECTS: readonly (readonly [path: string, holding: (member: object) => object])[] = [
  ['', (member) => member],
  ['accounts[].', (member) => ({ accounts: [member] })],
  ['organization.', (organization) => ({ organization })],
  ['carrier.', (carrier) => ({ carrier })],
  ['webhooks.', (webhooks) => ({ webhooks })],
  ['server.', (server) => ({ server })],
];

/** The path of a member of a configuration, such as `accounts[].credits`; undefined when no object of it has this name. */
export function placeInConfig(name: string): string | undefined {
  const found = OBJECTS.find(([, holding]) => {
    const checked = validate(configSchema as z.ZodMiniType<EmulatorConfig>, holding({ [name]: {} }));
    return checked.ok || !checked.issues.some(({ message }) => message.startsWith('is not a known field'));
  });
  return found && found[0] + name;
}
