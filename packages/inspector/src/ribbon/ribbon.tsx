import { useEffect, useState } from 'preact/hooks';
import type { RibbonResponse } from '../api/types.ts';
import { spanOf } from '../format.ts';
import { useNow } from '../live/digest.ts';
import { useResource } from '../live/use-resource.ts';
import type { Route } from '../routing/route.ts';
import { CopyStory } from '../stories/copy-story.tsx';
import { query } from '../values.ts';
import { periodIn, periodText, select } from './period.ts';
import { RibbonList } from './ribbon-list.tsx';
import { Strip } from './strip.tsx';
import { useCounts } from './travel.tsx';
import { fitting, readFor, scaleOf, shownAt, zoomed } from './window.ts';
import { bothTexts, hasMark } from './words.ts';

interface RibbonProps {
  readonly route: Route;
  /** Finds a time that the user begins to type. */
  readonly onType: (begun: string) => void;
}

/**
 * The time of the service as one strip: what happened, what lasts, and what is due. A click or a drag selects a period, which
 * limits the list of the view. The line of the present time can be dragged.
 */
export function Ribbon({ route, onType }: RibbonProps) {
  const now = useNow();
  /** What the user chose; undefined before that. */
  const [chosen, setChosen] = useState<{ readonly scale?: number; readonly center?: number }>();
  const [isOpen, setOpen] = useState(false);
  // Another part replaces this one once it has been read.
  const [latest, setLatest] = useState<RibbonResponse>();
  const { first, next, bins = [], later } = latest ?? {};
  const scale = chosen?.scale ?? fitting(now, Date.parse(first ?? '') || now, Date.parse(next ?? '') || now);
  const shown = shownAt(scale, now, chosen?.center);
  const { from, to, bins: number } = readFor(shown, scale);
  const path = `/ribbon${query({ from: iso(from), to: iso(to), bins: number })}`;
  const { data } = useResource<RibbonResponse>(path, {
    changesWith: ({ seq, requests, advancing, now: at, mode }) =>
      `${seq} ${requests} ${advancing} ${mode === 'virtual' && at}`,
  });
  useEffect(() => setLatest((before) => data ?? before), [data]);
  const period = periodIn(route.parameters.q);
  const counts = useCounts(period?.from, period?.to);
  const isHidden = period !== undefined && (period.to <= shown.from || period.from >= shown.to);
  useEffect(() => {
    // A period in the address may be anywhere, and the present time may become known later.
    if (isHidden) setChosen({ scale: scaleOf(period), center: (period.from + period.to) / 2 });
  }, [period?.from, period?.to, isHidden && chosen === undefined]);

  /** Shows more time or less around the period, or around an instant that stays where it is. */
  const zoom = (by: 1 | -1, at?: number) => {
    const wider = zoomed(scale, by);
    const around = at ?? (period === undefined ? chosen?.center : (period.from + period.to) / 2);
    if (around === undefined) setChosen({ scale: wider });
    else if (at === undefined) setChosen({ scale: wider, center: around });
    else setChosen({ scale: wider, center: at + ((shown.from + shown.to) / 2 - at) * (wider / scale) });
  };

  return (
    <section class="ribbon" aria-label="Time">
      <Strip
        read={latest}
        shown={shown}
        now={now}
        period={period}
        onSelect={(one) => select(route, one)}
        onZoom={zoom}
        onCenter={(center) => setChosen({ scale, center })}
        onReset={() => {
          setChosen({});
          if (period !== undefined) select(route, undefined);
        }}
        onType={onType}
      />
      <div class="ribbon-controls">
        <button type="button" class="quiet icon" aria-label="Show more time" onClick={() => zoom(1)}>
          −
        </button>
        <button
          type="button"
          class="quiet ribbon-scale"
          title="Show everything up to now"
          onClick={() => setChosen({})}
        >
          {spanOf(scale)}
        </button>
        <button type="button" class="quiet icon" aria-label="Show less time" onClick={() => zoom(-1)}>
          +
        </button>
        <button type="button" class="quiet" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          List
        </button>
      </div>
      {period !== undefined && (
        <p class="ribbon-selected">
          <span role="status">
            <b>{periodText(period, now)}</b> {counts && (bothTexts(counts) || 'Nothing happens then.')}
          </span>
          <CopyStory of={{ since: instantAfter(period.from), until: instantAfter(period.to) }} />
          <button type="button" class="small" onClick={() => select(route, undefined)}>
            Clear the period
          </button>
        </p>
      )}
      {isOpen && (
        <RibbonList
          bins={bins.filter(
            (bin) => hasMark(bin) && Date.parse(bin.to) > shown.from && Date.parse(bin.from) < shown.to,
          )}
          later={later}
          now={now}
          onSelect={(one) => select(route, one)}
        />
      )}
    </section>
  );
}

/** The instant after one: a period begins after its first instant, and its last one belongs to it. */
function instantAfter(at: number): string {
  return new Date(at + 1).toISOString();
}

function iso(at: number): string {
  return new Date(at).toISOString();
}
