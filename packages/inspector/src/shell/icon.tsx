import type { View } from '../routing/route.ts';
import icons from './icons.svg';

interface IconProps {
  /** The symbol in `icons.svg`. */
  readonly name: View | 'brand' | 'find' | 'light' | 'dark';
}

/** A sign beside a text that has the same meaning. */
export function Icon({ name }: IconProps) {
  return (
    <svg class="view-icon" aria-hidden="true">
      <use href={`${icons}#${name}`} />
    </svg>
  );
}
