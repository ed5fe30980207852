import { useLayoutEffect, useRef } from 'preact/hooks';
import uPlot from 'uplot';
import { remInPixels } from './rem.ts';
import 'uplot/dist/uPlot.min.css';

/** The options of a chart, without its size. */
export type PlotOptions = Omit<uPlot.Options, 'width' | 'height'>;

interface PlotProps {
  /** Returns how the chart is drawn. It is called once: another `key` of the element draws another chart. */
  readonly options: () => PlotOptions;
  readonly data: uPlot.AlignedData;
  /** In pixels. */
  readonly height: number;
  /** Changes when the chart must be drawn again although the data are the same. */
  readonly version?: unknown;
  /** Called with the chart once it exists, and with undefined when it is gone. */
  readonly onPlot?: (plot: uPlot | undefined) => void;
}

/** A chart as wide as its place. It has no text for screen readers: that is the task of the element around it. */
export function Plot({ options, data, height, version, onPlot }: PlotProps) {
  const box = useRef<HTMLDivElement>(null);
  const plot = useRef<uPlot | undefined>(undefined);
  useLayoutEffect(() => {
    const element = box.current;
    if (element === null) return undefined;
    const drawn = new uPlot({ ...options(), width: element.clientWidth, height }, data, element);
    plot.current = drawn;
    onPlot?.(drawn);
    const resized = new ResizeObserver(() => drawn.setSize({ width: element.clientWidth, height }));
    resized.observe(element);
    // The colors are those of the theme, which can change at any time.
    const redraw = () => drawn.redraw();
    const themed = new MutationObserver(redraw);
    themed.observe(document.documentElement, { attributeFilter: ['data-theme'] });
    const system = matchMedia('(prefers-color-scheme: dark)');
    system.addEventListener('change', redraw);
    return () => {
      resized.disconnect();
      themed.disconnect();
      system.removeEventListener('change', redraw);
      drawn.destroy();
      onPlot?.(undefined);
    };
  }, []);
  useLayoutEffect(() => plot.current?.setData(data), [data]);
  useLayoutEffect(() => plot.current?.redraw(false), [version]);
  return <div class="plot" ref={box} aria-hidden="true" />;
}

/** A color of the style sheet, as a canvas accepts it. */
export function colorOf({ root }: uPlot, name: string): string {
  root.style.color = `var(--${name})`;
  return getComputedStyle(root).color;
}

/** Whole numbers at which the axes of counts have their marks. */
export const WHOLE_STEPS = Array.from({ length: 10 }, (_, power) =>
  [1, 2, 5].map((one) => one * 10 ** power),
).flat();

/** An axis in the colors and the size of the page's text. */
export function axis(options: uPlot.Axis): uPlot.Axis {
  const line = { stroke: (plot: uPlot) => colorOf(plot, 'line'), width: 1 };
  return {
    stroke: (plot) => colorOf(plot, 'ink-dim'),
    font: `${0.75 * remInPixels()}px system-ui, sans-serif`,
    grid: line,
    ticks: { ...line, size: 4 },
    ...options,
  };
}
