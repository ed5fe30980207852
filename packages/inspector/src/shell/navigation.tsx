import { useEffect, useRef } from 'preact/hooks';
import { connection } from '../api/connection.ts';
import { API } from '../api/control-api.ts';
import { useDigest } from '../live/digest.ts';
import { during, periodIn } from '../ribbon/period.ts';
import { href, VIEWS, type View } from '../routing/route.ts';
import { capitalized } from '../values.ts';
import { Icon } from './icon.tsx';

/** The links to the views, and the addresses of the emulator. */
export function Navigation({ view, q }: { readonly view: View; readonly q: string | undefined }) {
  // A period that is selected limits the lists of all views.
  const period = during('', periodIn(q));
  const { digest } = useDigest();
  const tabs = useRef<HTMLElement>(null);
  useEffect(() => {
    const row = tabs.current;
    const link = row?.querySelector<HTMLElement>('[aria-current]');
    // Not `scrollIntoView`, which also scrolls a page that shows this one in a frame.
    if (row && link) row.scrollLeft = link.offsetLeft + (link.offsetWidth - row.clientWidth) / 2;
  }, [view]);
  return (
    <nav ref={tabs} class="navigation" aria-label="Views">
      <ul>
        {VIEWS.map((one) => (
          <li key={one}>
            <a href={href(one, { q: period })} aria-current={one === view ? 'page' : undefined}>
              <Icon name={one} />
              {capitalized(one)}
              {one === 'requests' && digest !== undefined && digest.faults > 0 && (
                <span class="badge" title="Active faults">
                  <span class="visually-hidden">, active faults: </span>
                  {digest.faults}
                </span>
              )}
            </a>
          </li>
        ))}
      </ul>
      <p class="api-address">
        API <code>{connection.origin}</code>
        <br />
        Control <code>{API}</code>
      </p>
    </nav>
  );
}
