/** Remembers the last used palette entries. */
import { shared, textsOf } from '../kit/preferences.ts'

const kept = 5

/** The ids of the last used entries, newest first. */
export const recentIds = shared<string[]>('palette-recents', [], textsOf)

export function remember(id: string): void {
  recentIds.value = [id, ...recentIds.value.filter((one) => one !== id)].slice(0, kept)
}
