import { useRef, useState } from 'preact/hooks';
import type { ClockMoveView, RibbonBin, RibbonResponse } from '../api/types.ts';
import { timeTicks } from '../components/time-ticks.ts';
import { isDialogOpen, isPlainKey, useKeys } from '../lists/use-keys.ts';
import { useResource } from '../live/use-resource.ts';
import { Drawing } from './drawing.tsx';
import type { Period } from './period.ts';
import { stopFor, stopsOf } from './stops.ts';
import { type Drag, roundedOut, tipAt } from './tip.ts';
import { askToMove, askToUndo } from './travel.tsx';
import { SHOWN } from './window.ts';
import { dueText, hasMark, laterText } from './words.ts';

/** A mark is found within this distance, in pixels, and a shorter drag is a click. */
const NEAR = 6;

/** The keys of the strip. */
const KEYS =
  '← → what happened or is due · Page Up, Page Down further · Enter selects · Shift + ← → a period · M moves the clock here · + − zoom · type a time';

interface StripProps {
  /** What was read; undefined before the first response. */
  readonly read: RibbonResponse | undefined;
  readonly shown: Period;
  readonly now: number;
  /** The period that the list of the view is limited to. */
  readonly period: Period | undefined;
  readonly onSelect: (period: Period | undefined) => void;
  /** Shows more time or less. The instant stays where it is. */
  readonly onZoom: (by: 1 | -1, at: number) => void;
  /** Shows the time around an instant. */
  readonly onCenter: (at: number) => void;
  /** Shows everything up to now. */
  readonly onReset: () => void;
  /** Finds a time that the user begins to type. */
  readonly onType: (begun: string) => void;
}

/**
 * The strip itself. It is a slider whose value is an instant: the pointer and the keys read what is there, select a period,
 * and move the clock.
 */
export function Strip({ read, shown, now, period, ...actions }: StripProps) {
  const strip = useRef<HTMLDivElement>(null);
  const [pointed, setPointed] = useState<number>();
  /** Where the keys are, while they are in use. Without an instant, they follow the present time. */
  const [keys, setKeys] = useState<{ readonly at?: number }>();
  const cursor = keys && (keys.at ?? now);
  const [drag, setDrag] = useState<Drag>();
  const { first, next, bins = [], moves: made = [], later } = read ?? {};
  const isMoving = drag?.kind === 'clock';
  const path = isMoving || cursor !== undefined ? '/clock/moves' : undefined;
  const moves = useResource<{ moves: readonly ClockMoveView[] }>(path).data?.moves ?? [];
  useKeys((event) => {
    if (!isPlainKey(event, 't') || isDialogOpen()) return;
    event.preventDefault();
    strip.current?.focus();
  });

  const scale = shown.to - shown.from;
  const step = scale / SHOWN;
  const pixel = () => scale / (strip.current?.clientWidth ?? 1);
  const timeAt = ({ clientX }: MouseEvent) => {
    const { left = 0, width = 1 } = strip.current?.getBoundingClientRect() ?? {};
    return shown.from + ((clientX - left) / width) * scale;
  };
  const binAt = (at: number) => nearestBin(bins, at, NEAR * pixel());
  /** Where the clock would be: at what is due near the instant, or at a round time. */
  const targetOf = (at: number) => {
    const bin = binAt(at);
    return bin !== undefined && dueText(bin) !== '' ? Date.parse(bin.to) : Math.ceil(at / step) * step;
  };
  const selectAt = (at: number) => {
    const bin = binAt(at);
    if (bin !== undefined || period !== undefined)
      actions.onSelect(bin && { from: Date.parse(bin.from), to: Date.parse(bin.to) });
  };
  const travel = (at: number, target: number) => (at > now ? askToMove(target) : askToUndo(moves, at));
  const finish = () => {
    setDrag(undefined);
    if (drag === undefined) return;
    const isClick = Math.abs(drag.to - drag.from) < NEAR * pixel();
    // What happened last is below the line of the present time.
    if (isMoving && !isClick) travel(drag.to, targetOf(drag.to));
    else if (isClick) selectAt(drag.to);
    else actions.onSelect(roundedOut(drag, step));
  };

  const goTo = (at: number, isExtending: boolean) => {
    // The bin that ends at the first stop belongs to the period.
    const from = drag?.from ?? (cursor ?? now) - 1;
    setDrag(isExtending ? { kind: 'period', from, to: at } : undefined);
    setKeys(at === now ? {} : { at });
    if (at <= shown.from || at >= shown.to) actions.onCenter(at);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const { key, shiftKey, ctrlKey, metaKey, altKey } = event;
    if (ctrlKey || metaKey || altKey) return;
    const at = cursor ?? now;
    const stop = stopFor(key, stopsOf(read ?? {}, now), at);
    const page = { PageUp: scale / 2, PageDown: -scale / 2 }[key];
    if (stop !== undefined) goTo(stop, shiftKey);
    else if (page !== undefined) goTo(at + page, shiftKey);
    else if (key === '+' || key === '=') actions.onZoom(-1, at);
    else if (key === '-') actions.onZoom(1, at);
    else if (key === 'Enter' && drag === undefined) selectAt(at);
    else if (key === 'Enter') finish();
    else if (key === 'm') travel(at, at);
    else if (/^\d$/.test(key)) actions.onType(key);
    else if (key === 'Escape' && (drag !== undefined || period !== undefined || at !== now)) {
      setDrag(undefined);
      setKeys({});
      actions.onReset();
    } else return;
    event.preventDefault();
    // Escape does not also close the object that is open.
    event.stopPropagation();
  };

  const percent = (at: number) => `${(100 * (at - shown.from)) / scale}%`;
  const marked = drag?.kind === 'period' ? roundedOut(drag, step) : period;
  const tip = tipAt(pointed ?? cursor, { drag, now, step, bins, moves, binAt, targetOf });
  return (
    <div
      class="ribbon-strip"
      ref={strip}
      role="slider"
      tabIndex={0}
      aria-label="Time"
      aria-description={KEYS}
      aria-keyshortcuts="t"
      aria-valuemin={Math.round(shown.from)}
      aria-valuemax={Math.round(shown.to)}
      aria-valuenow={Math.round(cursor ?? now)}
      aria-valuetext={tip && `${tip.name} ${tip.text}`.trim()}
      onKeyDown={onKeyDown}
      // The pointer has its own place.
      onFocus={({ currentTarget }) => currentTarget.matches(':focus-visible') && setKeys(keys ?? {})}
      onBlur={() => {
        setKeys(undefined);
        setDrag(undefined);
      }}
      onPointerDown={(event) => {
        if (event.button !== 0) return;
        event.preventDefault();
        event.currentTarget.setPointerCapture(event.pointerId);
        const at = timeAt(event);
        const isClock = event.target instanceof Element && event.target.closest('.ribbon-now') !== null;
        setKeys(undefined);
        setDrag({ kind: isClock ? 'clock' : 'period', from: at, to: at });
      }}
      onPointerMove={(event) => {
        const at = timeAt(event);
        setPointed(at);
        if (drag !== undefined && event.buttons > 0) setDrag({ ...drag, to: at });
      }}
      onPointerUp={finish}
      onPointerCancel={() => setDrag(undefined)}
      onPointerLeave={() => setPointed(undefined)}
      onWheel={(event) => {
        event.preventDefault();
        const { deltaX, deltaY } = event;
        if (Math.abs(deltaX) > Math.abs(deltaY))
          actions.onCenter((shown.from + shown.to) / 2 + deltaX * pixel());
        else if (deltaY !== 0) actions.onZoom(deltaY > 0 ? 1 : -1, timeAt(event));
      }}
    >
      <i class="ribbon-future" style={{ left: percent(Math.max(now, shown.from)) }} />
      <Drawing bins={bins} moves={made} shown={shown} />
      {timeTicks(shown.from, shown.to).map(({ at, text, isMinor }) => (
        <span class={isMinor ? 'tick tick-minor' : 'tick'} style={{ left: percent(at) }} key={at}>
          {text}
        </span>
      ))}
      {read !== undefined && first === null && next === null && (
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
            {pointed === undefined && <span class="ribbon-keys">{KEYS}</span>}
          </span>
        </>
      )}
    </div>
  );
}

/** The bin at an instant, or one near it: what is counted there, and not only lasts, comes first. */
function nearestBin(bins: readonly RibbonBin[], at: number, within: number): RibbonBin | undefined {
  const distance = ({ from, to }: RibbonBin) => Math.max(Date.parse(from) - at, at - Date.parse(to), 0);
  const near = bins.filter((bin) => distance(bin) <= within);
  const [mark] = near.filter(hasMark).toSorted((a, b) => distance(a) - distance(b));
  return mark ?? near.find((bin) => distance(bin) === 0);
}
