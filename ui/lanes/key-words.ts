/** The keys of the lanes and what each does; `=` is `+` without Shift, `p` that of the stream. */
export const laneKeys = [
  ['j', 'Next arrow'],
  ['ArrowDown', 'Next arrow'],
  ['k', 'Previous arrow'],
  ['ArrowUp', 'Previous arrow'],
  ['Enter', 'Open what the arrow tells of'],
  ['ArrowLeft', 'Earlier'],
  ['ArrowRight', 'Later'],
  ['+', 'Show less time'],
  ['=', 'Show less time'],
  ['-', 'Show more time'],
  ['Home', 'To the first arrow'],
  ['End', 'To the newest, and follow it'],
  ['p', 'Pause, and go on'],
] as const

/** Where they hold, as a heading. */
export const onLanes = 'In the lanes'

/** The forms in which the drawing of the lanes can be taken along, as their buttons say it. */
export const exportTitles = [
  'Save as SVG',
  'Save as PNG',
  'Save as Mermaid',
  'Copy as SVG',
  'Copy as PNG',
  'Copy as Mermaid',
] as const
export type ExportTitle = (typeof exportTitles)[number]
