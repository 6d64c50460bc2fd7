/** Scrolls a row of tabs sideways, and nothing else, until one of them is in its middle. */
export function showAcross(tab: Element | null | undefined): void {
  const row = tab?.parentElement
  if (!tab || !row || row.scrollWidth <= row.clientWidth) return
  const [own, whole] = [tab.getBoundingClientRect(), row.getBoundingClientRect()]
  row.scrollLeft += own.left + own.width / 2 - (whole.left + whole.width / 2)
}
