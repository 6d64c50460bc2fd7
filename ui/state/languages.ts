import { signal } from '@preact/signals'
import { getLanguages, type Language } from './capture-routes.ts'

/** What handlers can be written in; null until it has been read. */
export const languages = signal<Language[] | null>(null)

/** Reads them once. */
export async function readLanguages(): Promise<void> {
  if (languages.peek() !== null) return
  const known = await getLanguages()
  if (known.ok) languages.value = known.value.languages
}
