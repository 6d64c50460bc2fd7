import { breakable, type Column, html, type Markup, prose, table } from './markup.ts'

/** An error code as the reference tells it. */
export interface ErrorEntry {
  code: string
  status: number
  type: string
  meaning: string
  /** What makes it; null where only arming does. */
  reached: string | null
  retry: boolean
  advice: string
}

const code: Column<ErrorEntry> = {
  head: 'Code',
  cell: (row) =>
    html`<a href="#error-${row.code}"><code>${breakable(row.code)}</code></a> <span class="limit">${row.status} ${row.type}</span>`,
}
const reached: Column<ErrorEntry> = {
  head: 'How it is reached',
  cell: (row) =>
    html`${row.reached === null ? html`<i class="quiet">By arming it only.</i>` : prose(row.reached)} <a class="arm" href="/errors?open=${row.code}" aria-label="Arm it: ${row.code}">Arm it</a>`,
}
const advice: Column<ErrorEntry> = {
  head: 'What to do',
  cell: (row) =>
    html`<span class="limit">${row.retry ? 'May succeed when tried again.' : 'Do not try the same request again.'}</span> ${prose(row.advice)}`,
}

const idOf = (row: ErrorEntry) => `error-${row.code}`

/** Every error code of the emulated API. */
export const platformErrorTable = (caption: string, entries: readonly ErrorEntry[]): Markup =>
  table(
    caption,
    [code, { head: 'Meaning', cell: (row) => prose(row.meaning) }, reached, advice],
    entries,
    idOf,
  )

/** Every refusal of the sandbox's own API. */
export const controlErrorTable = (caption: string, entries: readonly ErrorEntry[]): Markup =>
  table(caption, [code, { head: 'What to do', cell: (row) => prose(row.advice) }], entries, idOf)
