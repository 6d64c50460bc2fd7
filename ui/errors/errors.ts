import { computed, effect, signal } from '@preact/signals'
import type { ArmedError, ErrorEntry, FrameData } from '../../server/wire.ts'
import type { Problem } from '../live/api.ts'
import { getArmedErrors, getErrors } from '../live/routes.ts'
import { withNews } from '../live/settings.ts'
import { besideTold, takeTold } from '../live/told.ts'
import { go, place } from '../place/navigation.ts'
import { paused } from '../stream/stream.ts'
import { countCodes, findErrors, metOf } from './error-list.ts'

/** The platform's dictionary; null until it has been read. */
export const errors = signal<readonly ErrorEntry[] | null>(null)
/** Codes that the platform names elsewhere only. */
export const beyond = signal<readonly ErrorEntry[]>([])
/** What is armed, newest first; null until it has been read. */
export const armedErrors = signal<readonly ArmedError[] | null>(null)
export const errorsProblem = signal<Problem | null>(null)
/** Calls by the code they were answered with while the page is paused; they count when it goes on. */
const held = new Map<string, number>()
export const heldCalls = signal(0)

export const metErrors = computed(() => metOf(errors.value ?? []))
/** Those that the reader asked for: of the dictionary, and of what lies beyond it. */
export const foundErrors = computed(() => findErrors(errors.value ?? [], place.value))
export const foundBeyond = computed(() => findErrors(beyond.value, place.value))

export const errorOf = (code: string | null): ErrorEntry | undefined =>
  [...(errors.value ?? []), ...beyond.value].find((one) => one.code === code)

/** Reads the dictionary and what is armed. */
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

/** Notes the codes that calls were answered with. */
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

/** Takes in news of one armed error. */
export const takeArmed = (data: FrameData['armed_error']): void =>
  takeTold(() => {
    armedErrors.value = withNews(armedErrors.value, data)
  })

/** The code the keyboard stands on while no detail is open. */
const cursor = signal<string | null>(null)

/** The lines of the list: the codes found, and those beyond the dictionary under a line of their own. */
export const errorLines = computed((): (ErrorEntry | 'beyond')[] =>
  foundBeyond.value.length === 0
    ? [...foundErrors.value]
    : [...foundErrors.value, 'beyond', ...foundBeyond.value],
)
export const activeError = computed(() => place.value.open ?? cursor.value)

/** Opens a code; the back button returns to what was open before. */
export function openError(code: string): void {
  cursor.value = code
  go({ open: code })
}

/** Moves by codes, up or down, at most to the end; an open detail follows. */
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
