/** The size of the page's text in pixels, which the user can change in the browser. */
export function remInPixels(): number {
  return Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
}
