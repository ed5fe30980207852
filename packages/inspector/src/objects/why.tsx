import { visible } from '@messaging-service/text';
import type { ComponentChildren } from 'preact';
import { call } from '../api/control-api.ts';
import type { ObjectReference, Reason, Remedy } from '../api/types.ts';
import { ActionButton } from '../components/action-button.tsx';
import { Chip } from '../components/chip.tsx';
import { Timestamp } from '../components/timestamp.tsx';
import { useResource } from '../live/use-resource.ts';
import { entryHref, href, objectHref } from '../routing/route.ts';
import { capitalized } from '../values.ts';
import { resend } from './resend.ts';

/** Why an object has its outcome: what decided it, the words of the application's server, and a button that helps. */
export function Why({ id }: { readonly id: string }) {
  const { data } = useResource<Reason>(`/why/${encodeURIComponent(id)}`, { keepsGone: true });
  return (
    <section class={`why why-${data?.result ?? 'open'}`} aria-label="Why" aria-busy={data === undefined}>
      {data !== undefined && <Content of={data} />}
    </section>
  );
}

function Content({ of: reason }: { readonly of: Reason }) {
  const { outcome, decidedBy, explanation, fault, otherSide, remedy, cause } = reason;
  return (
    <>
      <p class="why-outcome">{withTimes(capitalized(outcome))}</p>
      <p>
        <span class="dim">Decided by</span> {visible(decidedBy.text)}.{' '}
        {explanation !== undefined && withTimes(explanation)}
      </p>
      {fault !== undefined && decidedBy.kind !== 'fault' && (
        <p>
          <Chip kind="failed">fault</Chip> {visible(fault)}
        </p>
      )}
      {otherSide !== undefined && otherSide.text !== '' && (
        <figure class="why-words">
          <figcaption class="dim">Your server responded with {otherSide.status}:</figcaption>
          <pre>
            {visible(otherSide.text)}
            {otherSide.isCut && '…'}
          </pre>
        </figure>
      )}
      {(remedy !== undefined || cause !== undefined) && (
        <p class="why-remedy">
          {remedy !== undefined && <span>{visible(remedy.text)}</span>}
          {remedy?.action !== undefined && <Action of={remedy} />}
          {cause !== undefined && <a href={causeHref(cause)}>{visible(capitalized(cause.text))}</a>}
        </p>
      )}
    </>
  );
}

/** An instant as reasons write it. */
const INSTANT = /(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z)/;

/** A text whose instants are shown like all others of the page. */
function withTimes(text: string): ComponentChildren[] {
  return text
    .split(INSTANT)
    .map((part, index) => (index % 2 === 1 ? <Timestamp at={part} /> : visible(part)));
}

/** The address of the object that caused an outcome. */
function causeHref({ kind, id, within = '' }: ObjectReference): string {
  if (kind === 'entry') return entryHref(within, id.replace('entry:', ''));
  return kind === 'reply' ? objectHref('phone', within) : objectHref(kind, id);
}

/** The buttons that do what a remedy says, and the links that lead to where one can do it. */
function Action({ of: { action, target = '' } }: { readonly of: Remedy }) {
  switch (action) {
    case 'advance':
      return <Button name="Move the clock there" path="/clock/advance" body={{ to: target }} />;
    case 'deliver':
      return (
        <Button
          name="Deliver it"
          path={`/messages/${target}/deliver`}
          body={{}}
          done="The message is delivered."
        />
      );
    case 'remove-fault':
      return (
        <Button
          name="Remove the fault"
          method="DELETE"
          path={`/faults/${target}`}
          done="The fault is removed."
        />
      );
    case 'send-again':
      return (
        <Button
          name="Send it again"
          path={`/requests/${target}/replay`}
          body={{}}
          done="The call was repeated."
        />
      );
    case 'resend':
      return (
        <ActionButton class="small" onAction={() => resend([target])}>
          Send it again
        </ActionButton>
      );
    case 'change-network':
      return <a href={href('state')}>Change the network</a>;
    case 'top-up':
      return <a href={objectHref('account', target)}>Top up…</a>;
    case 'set-reply-url':
      return <a href={objectHref('account', target)}>Edit the account…</a>;
    default:
      return null;
  }
}

interface ButtonProps {
  readonly name: string;
  readonly method?: string;
  readonly path: string;
  readonly body?: object;
  readonly done?: string;
}

function Button({ name, method = 'POST', path, body, done = 'Done.' }: ButtonProps) {
  return (
    <ActionButton class="small" onAction={() => call(method, path, body)} done={done}>
      {name}
    </ActionButton>
  );
}
