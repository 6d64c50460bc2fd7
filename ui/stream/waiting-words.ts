/** `41 s`, `3 min 5 s`, `2 h 6 min`. */
export function secondsWords(count: number): string {
  const minutes = Math.floor(count / 60)
  if (minutes >= 60) return `${Math.floor(minutes / 60)} h ${minutes % 60} min`
  return minutes < 1 ? `${count} s` : `${minutes} min ${count % 60} s`
}

/** `waiting for your handler, 41 s`. */
export const waitingWords = (waited: number): string => `waiting for your handler, ${secondsWords(waited)}`

/** How long it may go on; nothing where the timeout is not known. */
export function timeLeftWords(timeoutMs: number | null, waited: number): string {
  if (timeoutMs === null) return ''
  if (timeoutMs === 0) return 'It waits for ever: the timeout is 0.'
  const left = Math.ceil(timeoutMs / 1000) - waited
  return left > 0 ? `It times out in ${secondsWords(left)}.` : 'It is about to time out.'
}
