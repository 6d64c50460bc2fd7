/** Types and helpers shared by the acts on events, deliveries, captures and calls. */

import type { Change } from '../../server/words/changes.ts'
import type { Command } from '../commands/commands.tsx'
import { toClipboard } from '../kit/copy.tsx'
import { say } from '../live/refusal.ts'
import { listRows } from '../live/routes.ts'
import { go, openThing, place } from '../place/navigation.ts'
import { diffTab } from '../place/place.ts'

/** An act on one record of the stream. */
export interface ThingAct {
  name: string
  title: string
  /** The key of the act while the record is open or selected. */
  key?: string
  run(): void | Promise<void>
  /** The change of state; absent if the act only shows something. */
  changes?: Change
  /** The act as commands. */
  command?(): Command[]
}

/** Opens a record at a tab. If the record is open already, the back button gets no further step. */
export function openTab(id: string, tab: string): void {
  if (place.value.open === id) go({ tab }, 'replace')
  else openThing(id, tab)
}

/** Copies text and reports the result. Null means that loading failed, which the page has reported. */
export async function copy(text: string | null, what: string): Promise<void> {
  if (text === null) return
  say(
    (await toClipboard(text)) ? `Copied ${what}` : 'Not copied: the browser denied access to the clipboard.',
  )
}

/** Opens the comparison of a capture with another. */
export function openDiff(id: string, beside: string): void {
  openThing(id, diffTab)
  go({ beside }, 'replace')
}

/**
 * Finds the best capture to compare with: the newest other with the same webhook id, else the previous one at the
 * endpoint.
 */
export async function besideOf(capture: {
  id: string
  seq: number
  endpoint: string
  webhook_id: string | null
}): Promise<string | null> {
  const { id, webhook_id, endpoint, seq } = capture
  const lists = await Promise.all([
    webhook_id === null ? null : listRows('capture', { webhook_id, limit: 10 }),
    listRows('capture', { endpoint, limit: 50 }),
  ])
  const [same = [], near = []] = lists.map((list) => (list?.ok ? list.value.rows : []))
  const before = near.filter((one) => one.seq < seq)
  return [...same, ...before, ...near].find((one) => one.id !== id)?.id ?? null
}

/** Compares the newest capture of an event or a delivery with another; false if there are no two captures. */
export async function diffOf(of: { webhook_id: string } | { delivery_id: string }): Promise<boolean> {
  const captured = await listRows('capture', { ...of, limit: 2 })
  const capture = captured.ok ? captured.value.rows[0] : undefined
  const beside = capture === undefined ? null : await besideOf(capture)
  if (capture === undefined || beside === null) return false
  openDiff(capture.id, beside)
  return true
}
