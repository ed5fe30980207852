import type { ComponentChildren } from 'preact';
import type { ObjectKind } from '../routing/objects.ts';
import { objectHref, type Parameters } from '../routing/route.ts';

/** Identifiers are shortened to this many characters. */
const SHORT = 8;

interface ObjectLinkProps {
  readonly kind: ObjectKind;
  readonly id: string;
  /** Other parameters of the view that shows the object. */
  readonly parameters?: Parameters;
  /** Default: the number of a phone, and the beginning of any other identifier. */
  readonly children?: ComponentChildren;
}

/** A link to an object in the view that shows it. */
export function ObjectLink({ kind, id, parameters = {}, children }: ObjectLinkProps) {
  return (
    <a href={objectHref(kind, id, parameters)} title={`${kind} ${id}`}>
      {children ?? shortId(kind, id)}
    </a>
  );
}

function shortId(kind: ObjectKind, id: string): ComponentChildren {
  if (kind === 'phone') return `+${id.replace('+', '')}`;
  return <code>{kind === 'request' ? `#${id}` : id.slice(0, SHORT)}</code>;
}
