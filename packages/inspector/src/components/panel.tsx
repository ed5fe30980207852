import type { ComponentChildren } from 'preact';

interface PanelProps {
  readonly title: string;
  /** The level of the title, and its class. */
  readonly kind?: 'panel' | 'section';
  /** Content beside the title. */
  readonly beside?: ComponentChildren;
  readonly children: ComponentChildren;
}

/** A part of a page with its title: a box of its own, or a section of one. */
export function Panel({ title, kind = 'panel', beside, children }: PanelProps) {
  const Heading = kind === 'panel' ? 'h2' : 'h3';
  return (
    <section class={kind} aria-label={title}>
      <div class="section-head">
        <Heading>{title}</Heading>
        {beside}
      </div>
      {children}
    </section>
  );
}
