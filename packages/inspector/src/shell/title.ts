import { SANDBOX } from '../api/control-api.ts';
import { OBJECTS } from '../routing/objects.ts';
import type { Route } from '../routing/route.ts';
import { capitalized } from '../values.ts';

/** Characters of a UUID that are enough to distinguish objects. */
const SHORT = 8;

/** The title of the browser's tab: the open object first, because a narrow tab shows only the beginning. */
export function titleOf({ view, opened, parameters }: Route): string {
  const names = [capitalized(view), SANDBOX, 'Messaging emulator'];
  if (opened !== undefined) names.unshift(nameOf(opened, parameters[OBJECTS[opened].parameter] ?? ''));
  return names.filter((name) => name !== '').join(' – ');
}

function nameOf(kind: keyof typeof OBJECTS, id: string): string {
  if (kind === 'phone') return `+${id.replace('+', '')}`;
  if (kind === 'request') return `Request #${id}`;
  const short = kind === 'job' ? id.split(':')[0] : id.slice(0, SHORT);
  return `${capitalized(kind)} ${short}`;
}
