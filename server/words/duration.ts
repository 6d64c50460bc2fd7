/** Milliseconds for people: `0.4 ms`, `12 ms`, `1.2 s`, `3 min`, `1 min 35 s`, `6.5 h`, `3 d`, `73.1 y`. */
export function duration(ms: number): string {
  if (ms < 10) return `${Math.round(ms * 10) / 10} ms`
  if (ms < 999.5) return `${Math.round(ms)} ms`
  if (ms < 59_950) return `${Math.round(ms / 100) / 10} s`
  const seconds = Math.round(ms / 1000)
  if (ms < 5_400_000) return parts(Math.floor(seconds / 60), 'min', seconds % 60, 's')
  if (ms < 172_800_000) return `${Math.round(ms / 360_000) / 10} h`
  const days = Math.round(ms / 8_640_000) / 10
  return days < 2 * year ? `${days} d` : `${Math.round((days / year) * 10) / 10} y`
}
/** In days. */
const year = 365

/** Time still to go, in whole seconds, minutes, hours, days or years, below a second in tenths; `due now` at its end. */
export function remaining(ms: number): string {
  if (ms <= 0) return 'due now'
  if (ms < 950) return `in ${Math.max(0.1, Math.round(ms / 100) / 10)} s`
  const seconds = Math.round(ms / 1000)
  if (seconds < 60) return `in ${seconds} s`
  if (seconds < 3600) return `in ${parts(Math.floor(seconds / 60), 'min', seconds % 60, 's')}`
  const hours = Math.floor(seconds / 3600)
  if (hours < 48) return `in ${parts(hours, 'h', Math.floor((seconds % 3600) / 60), 'min')}`
  const days = Math.floor(hours / 24)
  if (days < 2 * year) return `in ${parts(days, 'd', hours % 24, 'h')}`
  return `in ${parts(Math.floor(days / year), 'y', days % year, 'd')}`
}

const parts = (much: number, unit: string, more: number, smaller: string) =>
  more === 0 ? `${much} ${unit}` : `${much} ${unit} ${more} ${smaller}`
