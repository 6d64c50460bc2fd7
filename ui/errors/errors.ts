/** Holds the error codes, their counts and the armed errors. */
import { computed, effect, signal } from '@preact/signals'
import type { ArmedError, ErrorEntry, FrameData } from '../../server/wire.ts'
import type { Problem } from '../live/api.ts'
import { getArmedErrors, getErrors } from '../live/routes.ts'
import { withNews } from '../live/settings.ts'
import { besideTold, takeTold } from '../live/told.ts'
import { go, place } from '../place/navigation.ts'
import { paused } from '../stream/stream.ts'
import { countCodes, findErrors, metOf } from './error-list.ts'

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

export const metErrors = computed(() => metOf(errors.value ?? []))
/** The filtered codes, from the list and from the reference. */
export const foundErrors = computed(() => findErrors(errors.value ?? [], place.value))
export const foundBeyond = computed(() => findErrors(beyond.value, place.value))

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

/** The active code while no detail is open. */
const cursor = signal<string | null>(null)

/** The lines of the list: found codes, then codes of the reference under a heading. */
export const errorLines = computed((): (ErrorEntry | 'beyond')[] =>
  foundBeyond.value.length === 0
    ? [...foundErrors.value]
    : [...foundErrors.value, 'beyond', ...foundBeyond.value],
)
export const activeError = computed(() => place.value.open ?? cursor.value)

/** Opens a code; the back button returns to the previous one. */
export function openError(code: string): void {
  cursor.value = code
  go({ open: code })
}

/** Moves by a number of codes, at most to the end; an open detail follows. */
export function moveError(by: number): void {
  const codes = [...foundErrors.value, ...foundBeyond.value]
  const at = codes.findIndex(({ code }) => code === activeError.value)
  const target = at < 0 && by > 0 && by < codes.length ? by - 1 : Math.max(0, at) + by
  const next = codes[Math.max(0, Math.min(codes.length - 1, target))]
  if (next === undefined) return
  cursor.value = next.code
  if (place.value.open !== null) go({ open: next.code }, 'replace')
}

export const openCursor = (): void => {
  if (cursor.value !== null) openError(cursor.value)
}
