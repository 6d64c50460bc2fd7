/** Remembers the last used palette entries. */

const key = 'webhook-sandbox.palette-recents'
const kept = 5

/** The ids of the last used entries, newest first. */
export function recentIds(): string[] {
  try {
    const known: unknown = JSON.parse(localStorage.getItem(key) ?? '[]')
    return Array.isArray(known) ? known.filter((one) => typeof one === 'string') : []
  } catch {
    return []
  }
}

export function remember(id: string): void {
  try {
    const ids = [id, ...recentIds().filter((one) => one !== id)].slice(0, kept)
    localStorage.setItem(key, JSON.stringify(ids))
  } catch {
    // Private windows may deny storage. Nothing is remembered then.
  }
}
