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
