import type { ComponentChildren } from 'preact';
import { useId } from 'preact/hooks';

interface PanelProps {
  readonly title: string;
  /** Content beside the title. */
  readonly beside?: ComponentChildren;
  readonly children: ComponentChildren;
}

/** A part of a page with its title. */
export function Panel({ title, beside, children }: PanelProps) {
  const id = useId();
  const heading = <h2 id={id}>{title}</h2>;
  return (
    <section class="panel" aria-labelledby={id}>
      {beside === undefined ? (
        heading
      ) : (
        <div class="section-head">
          {heading}
          {beside}
        </div>
      )}
      {children}
    </section>
  );
}
