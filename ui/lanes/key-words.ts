/** The keys of the lanes and the titles of the exports. */
/** The keys and their actions; `=` is `+` without Shift, and `p` is the key of the stream. */
export const laneKeys = [
  ['j', 'Next arrow'],
  ['ArrowDown', 'Next arrow'],
  ['k', 'Previous arrow'],
  ['ArrowUp', 'Previous arrow'],
  ['Enter', 'Open the record of the arrow'],
  ['ArrowLeft', 'Earlier'],
  ['ArrowRight', 'Later'],
  ['+', 'Zoom in'],
  ['=', 'Zoom in'],
  ['-', 'Zoom out'],
  ['Home', 'First arrow'],
  ['End', 'Newest arrow, and follow'],
  ['p', 'Pause or resume'],
] as const

/** The heading of the keys. */
export const onLanes = 'In the lanes'

/** The export forms, as their buttons name them. */
export const exportTitles = [
  'Save as SVG',
  'Save as PNG',
  'Save as Mermaid',
  'Copy as SVG',
  'Copy as PNG',
  'Copy as Mermaid',
] as const
export type ExportTitle = (typeof exportTitles)[number]
