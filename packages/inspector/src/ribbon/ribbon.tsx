import { useEffect, useRef, useState } from 'preact/hooks';
import type { ClockMoveView, RibbonBin, RibbonResponse } from '../api/types.ts';
import { timeTicks } from '../components/time-ticks.ts';
import { dayBeside, spanOf, timeOf } from '../format.ts';
import { useNow } from '../live/digest.ts';
import { useResource } from '../live/use-resource.ts';
import type { Route } from '../routing/route.ts';
import { CopyStory } from '../stories/copy-story.tsx';
import { query } from '../values.ts';
import { Drawing } from './drawing.tsx';
import { type Period, periodIn, periodText, select } from './period.ts';
import { RibbonList } from './ribbon-list.tsx';
import { askToMove, askToUndo, nearest, useCounts } from './travel.tsx';
import { fitting, readFor, SHOWN, scaleOf, shownAt, zoomed } from './window.ts';
import { dueText, happenedText, hasMark, laterText, sumOf } from './words.ts';

/** A mark is found within this distance, in pixels, and a shorter drag is a click. */
const NEAR = 6;

interface Drag {
  /** Selects a period, or moves the clock. */
  readonly kind: 'period' | 'clock';
  readonly from: number;
  readonly to: number;
}

/**
 * The time of the service as one strip: what happened, what lasts, and what is due. A click or a drag selects a period, which
 * limits the list of the view. The line of the present time can be dragged.
 */
export function Ribbon({ route }: { readonly route: Route }) {
  const now = useNow();
  const strip = useRef<HTMLDivElement>(null);
  const [chosen, setChosen] = useState<{ readonly scale?: number; readonly center?: number }>({});
  const [pointed, setPointed] = useState<number>();
  const [drag, setDrag] = useState<Drag>();
  const [isOpen, setOpen] = useState(false);
  const latest = useRef<RibbonResponse | undefined>(undefined);
  const { first, next, bins = [], moves: made = [], later } = latest.current ?? {};
  const scale = chosen.scale ?? fitting(now, Date.parse(first ?? '') || now, Date.parse(next ?? '') || now);
  const shown = shownAt(scale, now, chosen.center);
  const { from, to, bins: number } = readFor(shown, scale);
  const path = `/ribbon${query({ from: iso(from), to: iso(to), bins: number })}`;
  const read = useResource<RibbonResponse>(path, {
    changesWith: ({ seq, requests, advancing, now: at, mode }) =>
      `${seq} ${requests} ${advancing} ${mode === 'virtual' && at}`,
  });
  // Another part replaces this one once it has been read.
  latest.current = read.data ?? latest.current;
  const isMoving = drag?.kind === 'clock';
  const moves =
    useResource<{ moves: readonly ClockMoveView[] }>(isOpen || isMoving ? '/clock/moves' : undefined).data
      ?.moves ?? [];
  const period = periodIn(route.parameters.q);
  const counts = useCounts(period?.from, period?.to);
  useEffect(() => {
    // A period in the address may be anywhere.
    if (period !== undefined && (period.to <= shown.from || period.from >= shown.to))
      setChosen({ scale: scaleOf(period), center: (period.from + period.to) / 2 });
  }, [period?.from, period?.to]);

  const pixel = () => scale / (strip.current?.clientWidth ?? 1);
  const timeAt = ({ clientX }: MouseEvent) => {
    const { left = 0, width = 1 } = strip.current?.getBoundingClientRect() ?? {};
    return shown.from + ((clientX - left) / width) * scale;
  };
  const binAt = (at: number) => nearestBin(bins, at, NEAR * pixel());
  /** Where the clock would be: at what is due near the pointer, or at a round time. */
  const targetOf = (at: number) => {
    const bin = binAt(at);
    const step = scale / SHOWN;
    return bin !== undefined && dueText(bin) !== '' ? Date.parse(bin.to) : Math.ceil(at / step) * step;
  };
  const finish = () => {
    setDrag(undefined);
    if (drag === undefined) return;
    const isClick = Math.abs(drag.to - drag.from) < NEAR * pixel();
    // What happened last is below the line of the present time.
    if (isMoving && !isClick) {
      if (drag.to > now) askToMove(targetOf(drag.to));
      else askToUndo(moves, drag.to);
      return;
    }
    const bin = isClick ? binAt(drag.to) : undefined;
    if (!isClick) select(route, roundedOut(drag, scale / SHOWN));
    else if (bin !== undefined || period !== undefined)
      select(route, bin && { from: Date.parse(bin.from), to: Date.parse(bin.to) });
  };
  const zoom = (by: 1 | -1, at?: number) => {
    const wider = zoomed(scale, by);
    const around = at ?? (period === undefined ? chosen.center : (period.from + period.to) / 2);
    if (around === undefined) setChosen({ scale: wider });
    else if (at === undefined) setChosen({ scale: wider, center: around });
    else setChosen({ scale: wider, center: at + ((shown.from + shown.to) / 2 - at) * (wider / scale) });
  };

  const percent = (at: number) => `${(100 * (at - shown.from)) / scale}%`;
  const marked = drag?.kind === 'period' ? roundedOut(drag, scale / SHOWN) : period;
  const tip = tipOf();

  return (
    <section class="ribbon" aria-label="Time">
      <div
        class="ribbon-strip"
        aria-hidden="true"
        ref={strip}
        onPointerDown={(event) => {
          if (event.button !== 0) return;
          event.preventDefault();
          event.currentTarget.setPointerCapture(event.pointerId);
          const at = timeAt(event);
          const isClock = event.target instanceof Element && event.target.closest('.ribbon-now') !== null;
          setDrag({ kind: isClock ? 'clock' : 'period', from: at, to: at });
        }}
        onPointerMove={(event) => {
          const at = timeAt(event);
          setPointed(at);
          if (drag !== undefined) setDrag({ ...drag, to: at });
        }}
        onPointerUp={finish}
        onPointerCancel={() => setDrag(undefined)}
        onPointerLeave={() => setPointed(undefined)}
        onWheel={(event) => {
          event.preventDefault();
          const { deltaX, deltaY } = event;
          if (Math.abs(deltaX) > Math.abs(deltaY))
            setChosen({ scale, center: (shown.from + shown.to) / 2 + deltaX * pixel() });
          else if (deltaY !== 0) zoom(deltaY > 0 ? 1 : -1, timeAt(event));
        }}
      >
        <i class="ribbon-future" style={{ left: percent(Math.max(now, shown.from)) }} />
        <Drawing bins={bins} moves={made} shown={shown} />
        {timeTicks(shown.from, shown.to).map(({ at, text, isMinor }) => (
          <span class={isMinor ? 'tick tick-minor' : 'tick'} style={{ left: percent(at) }} key={at}>
            {text}
          </span>
        ))}
        {latest.current !== undefined && first === null && next === null && (
          <span class="ribbon-empty">Nothing has happened yet</span>
        )}
        {later?.at != null && <span class="ribbon-later">{laterText(later.jobs, later.at, now)} ›</span>}
        {marked !== undefined && (
          <i
            class="ribbon-period"
            style={{ left: percent(marked.from), width: `${(100 * (marked.to - marked.from)) / scale}%` }}
          />
        )}
        <i class="ribbon-now" style={{ left: percent(now) }} />
        {tip !== undefined && (
          <>
            <i class={`ribbon-at ${isMoving ? 'ribbon-at-clock' : ''}`} style={{ left: percent(tip.at) }} />
            <span
              class="ribbon-tip"
              style={{ left: percent(tip.at), transform: `translateX(-${percent(tip.at)})` }}
            >
              <b>{tip.name}</b> {tip.text}
            </span>
          </>
        )}
      </div>
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
            <b>{periodText(period, now)}</b> {counts && (both(counts) || 'Nothing happens then.')}
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
          moves={moves}
          later={later}
          now={now}
          onSelect={(one) => select(route, one)}
        />
      )}
    </section>
  );

  /** What is said at the pointer: what happened there, or what happens if the clock is moved there. */
  function tipOf(): { readonly at: number; readonly name: string; readonly text: string } | undefined {
    if (pointed === undefined) return undefined;
    if (isMoving && pointed <= now) {
      const found = nearest(moves, pointed);
      const at = Date.parse(found?.move.from ?? '') || now;
      return { at, name: whenText(at, now), text: found ? 'undo back to here' : 'no move to undo' };
    }
    if (drag?.kind === 'period') {
      const covered = roundedOut(drag, scale / SHOWN);
      return { at: pointed, name: periodText(covered, now), text: '' };
    }
    const bin = binAt(pointed);
    if (pointed > now) {
      const at = targetOf(pointed);
      const until = dueText(sumOf(bins.filter((one) => Date.parse(one.to) <= at)));
      return {
        at: isMoving ? at : pointed,
        name: `${whenText(at, now)} (in ${spanOf(at - now)})`,
        text: until === '' ? 'nothing is due until then' : `due until then: ${until}`,
      };
    }
    if (bin === undefined) return { at: pointed, name: whenText(pointed, now), text: '' };
    const covered = { from: Date.parse(bin.from), to: Date.parse(bin.to) };
    return { at: pointed, name: periodText(covered, now), text: both(bin) };
  }
}

function both(counts: Parameters<typeof happenedText>[0]): string {
  const due = dueText(counts);
  return [happenedText(counts), due && `due: ${due}`].filter((text) => text !== '').join('; ');
}

/** The bin at an instant, or one near it: what is counted there, and not only lasts, comes first. */
function nearestBin(bins: readonly RibbonBin[], at: number, within: number): RibbonBin | undefined {
  const distance = ({ from, to }: RibbonBin) => Math.max(Date.parse(from) - at, at - Date.parse(to), 0);
  const near = bins.filter((bin) => distance(bin) <= within);
  const [mark] = near.filter(hasMark).toSorted((a, b) => distance(a) - distance(b));
  return mark ?? near.find((bin) => distance(bin) === 0);
}

/** The instant after one: a period begins after its first instant, and its last one belongs to it. */
function instantAfter(at: number): string {
  return new Date(at + 1).toISOString();
}

/** A drag in either direction as a period of whole steps. */
function roundedOut({ from, to }: Period, step: number): Period {
  const [first, last] = [Math.min(from, to), Math.max(from, to)];
  return { from: Math.floor(first / step) * step, to: Math.ceil(last / step) * step };
}

function whenText(at: number, now: number): string {
  const whole = Math.floor(at / 1_000) * 1_000;
  const day = dayBeside(whole, now);
  return `${day === '' ? '' : `${day}, `}${timeOf(whole)}`;
}

function iso(at: number): string {
  return new Date(at).toISOString();
}
