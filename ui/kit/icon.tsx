/** The icons and key hints of the page. */

const paths = {
  event: 'M8 1.5 3.5 9H8l-1 5.5L12.5 7H8z',
  delivery: 'M2.5 8h10m-4-4 4 4-4 4',
  capture: 'M13.5 8h-10m4-4-4 4 4 4',
  call: 'm5.5 4.5-4 3.5 4 3.5m5-7 4 3.5-4 3.5',
  stream: 'M2 4h12M2 8h12M2 12h8',
  simulate: 'M4.5 2.5 13 8l-8.5 5.5z',
  objects: 'M2.5 4.5h11v8h-11zM2.5 7h11M5 10h3',
  subscriptions: 'M8 2.5a3.5 3.5 0 0 0-3.5 3.5v3L3 11.5h10L11.5 9V6A3.5 3.5 0 0 0 8 2.5zM6.5 13.5h3',
  endpoints: 'M2.5 9.5v3h11v-3M8 2.5v7m-3-3 3 3 3-3',
  check: 'M2.5 2.5h11v11h-11zM5 8l2.2 2.2L11 6',
  errors: 'M8 2 1.5 13.5h13zM8 6.5V10m0 1.8v.2',
  lanes: 'M3 2v12M8 2v12M13 2v12M3 5.5h4m1 4h4',
  settings: 'M2 4.5h7m3 0h2M2 11.5h2m3 0h7M9 2.5v4h3v-4zM4 9.5v4h3v-4z',
  demo: 'M2 3h12v8H2zM5.5 14h5M8 11v3',
  docs: 'M8 4C6 2.7 4 2.5 1.5 2.5v10c2.5 0 4.5.2 6.5 1.5 2-1.3 4-1.5 6.5-1.5v-10C12 2.5 10 2.7 8 4zm0 0v10',
  close: 'm4 4 8 8m0-8-8 8',
  back: 'M10 3 5 8l5 5',
  pin: 'M6 2h4l-.5 4.5L12 9H4l2.5-2.5zM8 9v5',
  note: 'M3 2.5h10v7.5L10 13H3zM5.5 6h5m-5 3h3',
} as const

export type IconName = keyof typeof paths

/** Icons are decoration: the adjacent words say the same. */
export function Icon({ name }: { name: IconName }) {
  return (
    <svg class="icon" viewBox="0 0 16 16" width="14" height="14" aria-hidden="true" focusable="false">
      <path d={paths[name]} />
    </svg>
  )
}

/** The key that triggers the surrounding button. */
export const Key = ({ name }: { name: string }) => (
  <span class="key" aria-hidden="true">
    {name}
  </span>
)
