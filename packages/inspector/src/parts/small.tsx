import type { ComponentChildren } from 'preact';
import { dayBeside, prettyJson, timeOf } from '../format.ts';
import { useNow } from '../live/digest.ts';
import { perform } from './notices.tsx';

/** Where something stands, in a word and a colour. */
export function Chip({ kind, children }: { readonly kind: string; readonly children: ComponentChildren }) {
  return <span class={`chip chip-${kind}`}>{children}</span>;
}

/** An instant, written shortly; the whole of it on pointing at it. */
export function Moment({ at }: { readonly at: string }) {
  const day = dayBeside(at, useNow());
  return (
    <time dateTime={at} title={at}>
      {day !== '' && <span class="moment-day">{day}, </span>}
      {timeOf(at)}
    </time>
  );
}

/** The text of a message on one line, cut at its end: on the left where it is written from right to left. */
export function Words({ of }: { readonly of: string }) {
  return (
    <span class="words ellipsis" dir="auto">
      {of}
    </span>
  );
}

/** Nothing is here, and what to do about it. */
export function Empty({
  title,
  children,
}: {
  readonly title: string;
  readonly children?: ComponentChildren;
}) {
  return (
    <div class="empty">
      <p class="empty-title">{title}</p>
      {children}
    </div>
  );
}

/** Text to type somewhere else, with a button that copies it. */
export function Code({ children, label }: { readonly children: string; readonly label: string }) {
  return (
    <div class="code">
      {/* What scrolls has to be within reach of the keyboard. */}
      <pre tabIndex={0} role="group" aria-label={label}>
        {children}
      </pre>
      <Copy text={children} label={label} />
    </div>
  );
}

/** A body as JSON on many lines. */
export function Json({ text, label }: { readonly text: string; readonly label: string }) {
  return <Code label={label}>{prettyJson(text)}</Code>;
}

/** A button that copies a text. */
export function Copy({ text, label }: { readonly text: string; readonly label: string }) {
  const copy = () => perform(() => navigator.clipboard.writeText(text), `${label} is copied.`);
  return (
    <button type="button" class="quiet small" aria-label={`Copy: ${label}`} onClick={() => void copy()}>
      Copy
    </button>
  );
}

/** Names with values, one below the other. */
export function Facts({
  of,
}: {
  readonly of: readonly (readonly [name: string, value: ComponentChildren])[];
}) {
  return (
    <dl class="facts">
      {of
        .filter(([, value]) => value !== null && value !== undefined)
        .map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
    </dl>
  );
}
