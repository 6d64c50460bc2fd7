/** Holds the error codes, their counts and the armed errors. */
import { computed, effect, signal } from '@preact/signals'
import type { ArmedError, ErrorEntry, FrameData } from '../../server/wire.ts'
import type { Problem } from '../live/api.ts'
import { getArmedErrors, getErrors } from '../live/routes.ts'
import { withNews } from '../live/settings.ts'
import { besideTold, takeTold } from '../live/told.ts'
import { paused } from '../stream/stream.ts'

/** The platform's list of error codes; null until read. */
export const errors = signal<readonly ErrorEntry[] | null>(null)
/** Codes that only the platform's reference names. */
export const beyond = signal<readonly ErrorEntry[]>([])
/** The armed errors, newest first; null until read. */
export const armedErrors = signal<readonly ArmedError[] | null>(null)
export const errorsProblem = signal<Problem | null>(null)
/** Calls by error code while the page is paused; they count after resuming. */
const held = new Map<string, number>()
export const heldCalls = signal(0)

export const metOf = (entries: readonly ErrorEntry[]): number => entries.filter(({ met }) => met > 0).length
export const metErrors = computed(() => metOf(errors.value ?? []))
export const errorOf = (code: string | null): ErrorEntry | undefined =>
  [...(errors.value ?? []), ...beyond.value].find((one) => one.code === code)

/** Reads the codes and the armed errors. */
export const readErrors = (): Promise<void> =>
  besideTold(async () => {
    const [known, armed] = await Promise.all([getErrors(), getArmedErrors()])
    errorsProblem.value = known.ok ? null : known.problem
    if (known.ok) {
      errors.value = known.value.errors
      beyond.value = known.value.beyond_dictionary
      drop()
    }
    if (armed.ok) armedErrors.value = armed.value.armed_errors
  })

/** Counts the error codes of calls. */
export function noteCodes(codes: readonly string[]): void {
  for (const code of codes) held.set(code, (held.get(code) ?? 0) + 1)
  heldCalls.value += codes.length
  if (!paused.value) release()
}

function release(): void {
  const known = errors.peek()
  if (known !== null) errors.value = countCodes(known, held)
  beyond.value = countCodes(beyond.peek(), held)
  drop()
}
function drop(): void {
  held.clear()
  heldCalls.value = 0
}
effect(() => {
  if (!paused.value) release()
})

/** Takes in a live frame about an armed error. */
export const takeArmed = (data: FrameData['armed_error']): void =>
  takeTold(() => {
    armedErrors.value = withNews(armedErrors.value, data)
  })

/** Adds calls to the counts of their codes; returns the same list if none matches. */
export function countCodes(
  entries: readonly ErrorEntry[],
  calls: ReadonlyMap<string, number>,
): readonly ErrorEntry[] {
  if (!entries.some(({ code }) => calls.has(code))) return entries
  return entries.map((entry) => ({ ...entry, met: entry.met + (calls.get(entry.code) ?? 0) }))
}
