import type { Call } from './calls.ts';
import type { World } from './world.ts';

type Choices = Pick<World, 'below' | 'rarely' | 'one'>;

/** Values of every kind. Most of them are valid nowhere. */
const VALUES = [
  null,
  -1,
  1.5,
  0,
  '',
  ' ',
  {},
  [],
  true,
  'x'.repeat(300),
  '\u0000',
  '👋',
  ['a'],
  { a: 1 },
  '1e3',
  'https://',
];

/** Damages a call as programs with mistakes do: its body, its query, its method or its headers. */
export function damaged(call: Call, choices: Choices): Call {
  if (call.stream !== undefined || call.first !== undefined) return call;
  const { one } = choices;
  if (call.body === undefined) return one([withQuery, withMethod])?.(call, choices) ?? call;
  return (
    one([withText, withoutMember, withMember, withValue, withValue, withQuery, withMethod, withType])?.(
      call,
      choices,
    ) ?? call
  );
}

function withText({ body, ...call }: Call, { one }: Choices): Call {
  const text = JSON.stringify(body);
  return {
    ...call,
    text: String(
      one([
        text.slice(0, -1),
        '',
        'null',
        '[]',
        '"text"',
        '7',
        `${text}x`,
        '{"__proto__":{}}',
        text.replace('{', '{"a":1,"a":2,'),
      ]),
    ),
  };
}

function withType(call: Call, { one }: Choices): Call {
  return {
    ...call,
    headers: {
      'content-type': String(
        one(['text/plain', 'application/x-www-form-urlencoded', 'application/json; charset=latin1']),
      ),
    },
  };
}

function withMethod(call: Call, { one }: Choices): Call {
  if (call.body !== undefined) return { ...call, method: one(['PUT', 'POST', 'DELETE']) ?? '' };
  // In the public API, HEAD uses up a fault, which it did not before.
  const methods = call.path.startsWith('/_emulator') ? ['HEAD', 'OPTIONS', 'DELETE'] : ['OPTIONS', 'DELETE'];
  return { ...call, method: one(methods) ?? '' };
}

function withQuery(call: Call, { one }: Choices): Call {
  const addition = one([
    'limit=5&limit=6',
    'unknown=1',
    'key=wrong',
    'isDryrun=maybe',
    '%zz=1',
    'details=yes',
    'KEY=1',
  ]);
  return { ...call, path: `${call.path}${call.path.includes('?') ? '&' : '?'}${addition}` };
}

function withoutMember(call: Call, { one }: Choices): Call {
  return changed(call, one, (members, name) => {
    delete members[name];
  });
}

/** Misspells a member, or adds one that does not exist. */
function withMember(call: Call, { one, rarely }: Choices): Call {
  return changed(call, one, (members, name) => {
    members[rarely(3) ? 'unknown' : `${name}s`] = members[name];
  });
}

function withValue(call: Call, { one }: Choices): Call {
  return changed(call, one, (members, name) => {
    members[name] = one(VALUES);
  });
}

/** Changes one member of the body, or of an object in it. */
function changed(
  call: Call,
  one: Choices['one'],
  change: (members: Record<string, unknown>, name: string) => void,
): Call {
  const body = JSON.parse(JSON.stringify(call.body)) as unknown;
  const members = one(objectsIn(body));
  const name = members === undefined ? undefined : one(Object.keys(members));
  if (members === undefined || name === undefined) return call;
  change(members, name);
  return { ...call, body };
}

function objectsIn(value: unknown): Record<string, unknown>[] {
  if (typeof value !== 'object' || value === null) return [];
  const inside = Object.values(value).flatMap(objectsIn);
  return Array.isArray(value) ? inside : [value as Record<string, unknown>, ...inside];
}
