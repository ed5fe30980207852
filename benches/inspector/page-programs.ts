/** Programs for the page. They are text, because the types of this folder are those of Node. */

/** Counts the frames in which the view changes, and how many rows its list has. */
export const WATCH = `(() => {
  const watched = { frames: 0, rows: () => Number(document.querySelector('main [role=grid]')?.ariaRowCount ?? 0) };
  let isCounted = false;
  new MutationObserver(() => {
    if (isCounted) return;
    isCounted = true;
    watched.frames++;
    requestAnimationFrame(() => { isCounted = false; });
  }).observe(document.querySelector('main'), { subtree: true, childList: true, characterData: true, attributes: true });
  window.watched = watched;
})()`;

/** The frames with changes since the page was opened, and the rows of the list. */
export const COUNTS = '({ frames: watched.frames, rows: watched.rows() })';

/** Functions of the programs below. */
const FUNCTIONS = `
  const box = document.querySelector('main [role=grid]');
  const rows = () => [...box.querySelectorAll('.grid-body [role=row]')];
  const nextFrame = () => new Promise(requestAnimationFrame);
  // A task after the next paint sees the painted rows.
  const painted = () => new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
  const visible = () => {
    const { top, bottom } = box.getBoundingClientRect();
    const head = box.querySelector('.grid-head')?.getBoundingClientRect().bottom ?? top;
    return { top: head, bottom: Math.min(bottom, box.querySelector('.grid-body').getBoundingClientRect().bottom) };
  };
  const isBlank = () => {
    const { top, bottom } = visible();
    const shown = rows().map((row) => [row, row.getBoundingClientRect()])
      .filter(([, rect]) => rect.bottom > top + 1 && rect.top < bottom - 1);
    if (shown.some(([row]) => row.querySelector('.loading') !== null)) return true;
    const covered = shown.reduce((sum, [, rect]) => sum + Math.min(rect.bottom, bottom) - Math.max(rect.top, top), 0);
    return covered < bottom - top - 1;
  };
`;

/** Scrolls down and reads there for a number of milliseconds: how far the row in the middle moves, in pixels, and blank frames. */
export function reading(ms: number): string {
  return `(async () => {
    ${FUNCTIONS}
    box.scrollTop = 1_000;
    for (let frame = 0; frame < 60; frame++) await nextFrame();
    const middle = () => (visible().top + visible().bottom) / 2;
    const read = rows().find((row) => row.getBoundingClientRect().top <= middle() && row.getBoundingClientRect().bottom > middle());
    const text = read.textContent;
    const top = read.getBoundingClientRect().top;
    let [moved, blank, frames, lost] = [0, 0, 0, 0];
    const until = performance.now() + ${ms};
    while (performance.now() < until) {
      await painted();
      frames++;
      if (isBlank()) blank++;
      const now = rows().filter((row) => row.textContent === text).map((row) => Math.abs(row.getBoundingClientRect().top - top));
      if (now.length === 0) lost++;
      else moved = Math.max(moved, Math.min(...now));
    }
    return { moved, blank, frames, lost };
  })()`;
}

/** For a number of milliseconds: how far the names, buttons and fields of a view move that are visible now, in pixels. */
export function resting(ms: number): string {
  return `(async () => {
    const parts = [...document.querySelectorAll('main :is(h1, h2, h3, button, input, select, dt, b)')]
      .filter((part) => part.checkVisibility() && part.closest('[role=grid]') === null)
      .map((part) => [part, part.getBoundingClientRect().top])
      .filter(([, top]) => top > 0 && top < innerHeight);
    let moved = 0;
    const until = performance.now() + ${ms};
    while (performance.now() < until) {
      await new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
      for (const [part, top] of parts)
        if (part.isConnected) moved = Math.max(moved, Math.abs(part.getBoundingClientRect().top - top));
    }
    return moved;
  })()`;
}

/** Scrolls by a distance in each frame: the frames in which a part of the list is empty. */
export function scrolling(step: number, frames: number): string {
  return `(async () => {
    ${FUNCTIONS}
    box.scrollTop = 0;
    for (let frame = 0; frame < 60; frame++) await nextFrame();
    let blank = 0;
    for (let frame = 0; frame < ${frames}; frame++) {
      await nextFrame();
      box.scrollTop += ${step};
      await new Promise((done) => setTimeout(done));
      if (isBlank()) blank++;
    }
    return { blank, frames: ${frames} };
  })()`;
}
