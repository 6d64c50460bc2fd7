/** Loads the languages of generated receivers, once. */

import type { Result } from '../live/api.ts'
import { getLanguages, type Language } from '../live/routes/capture.ts'

let known: Language[] | null = null

export async function readLanguages(): Promise<Result<Language[]>> {
  if (known !== null) return { ok: true, value: known }
  const read = await getLanguages()
  if (!read.ok) return read
  known = read.value.languages
  return { ok: true, value: known }
}
