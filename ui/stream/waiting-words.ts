/** Words for how long an attempt has been waiting. */
/** `41 s`, `3 min 5 s`, `2 h 6 min`. */
export function secondsWords(count: number): string {
  const minutes = Math.floor(count / 60)
  if (minutes >= 60) return `${Math.floor(minutes / 60)} h ${minutes % 60} min`
  return minutes < 1 ? `${count} s` : `${minutes} min ${count % 60} s`
}

/** `waiting for your handler, 41 s`. */
export const waitingWords = (waited: number): string => `waiting for the response, ${secondsWords(waited)}`

/** The remaining time until the timeout; empty if the timeout is unknown. */
export function timeLeftWords(timeoutMs: number | null, waited: number): string {
  if (timeoutMs === null) return ''
  if (timeoutMs === 0) return 'No timeout: the attempt waits until the response arrives.'
  const left = Math.ceil(timeoutMs / 1000) - waited
  return left > 0 ? `Times out in ${secondsWords(left)}.` : 'About to time out.'
}
