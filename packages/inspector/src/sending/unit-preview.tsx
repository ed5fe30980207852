import { countUnits } from '@messaging-service/contract';
import { count, plural } from '../format.ts';

interface UnitPreviewProps {
  readonly text: string;
  /** How many numbers the text goes to. */
  readonly destinations: number;
}

/** The units and credits that a text costs, counted as the emulator bills them. */
export function UnitPreview({ text, destinations }: UnitPreviewProps) {
  const { units, encoding, remaining } = countUnits(text);
  const credits = units * destinations;
  return (
    <p class="hint" role="status">
      {plural(units, 'unit')}, {encoding}, {plural(remaining, 'character')} left in the last one
      {destinations > 0 && ` · ${plural(credits, 'credit')} for ${plural(destinations, 'number')}`}
      {encoding === 'UCS-2' && text.length > 0 && ` · ${nonGsm(text)}`}
    </p>
  );
}

/** Which characters make the whole text UCS-2. */
function nonGsm(text: string): string {
  const found = [...new Set(text)].filter((character) => countUnits(character).encoding === 'UCS-2');
  const shown = found.slice(0, 5).join(' ');
  const rest = found.length > 5 ? ` and ${count(found.length - 5)} more` : '';
  return `UCS-2 because of ${shown}${rest}`;
}
