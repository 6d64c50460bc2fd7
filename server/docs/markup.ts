/** HTML building blocks of the reference pages. */
import { html } from 'hono/html'

export { html }
/** Finished HTML. A template escapes every other value. */
export type Markup = ReturnType<typeof html>

/** A sentence whose `backticks` mark code. */
export const prose = (text: string): Markup =>
  html`${text.split('`').map((part, i) => (i % 2 === 0 ? part : html`<code>${part}</code>`))}`

/** Items with a separator between them. */
export const listed = (items: readonly (Markup | string)[], between = ', '): Markup =>
  html`${items.map((item, i) => html`${i > 0 ? between : ''}${item}`)}`

/** A whole page in the style of the reference. */
export const wholePage = (title: string, body: Markup): Markup => html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/sandbox/docs/style.css">
</head>
<body>
${body}
</body>
</html>
`

export const block = (label: string, text: string): Markup =>
  html`<figure><figcaption>${label}</figcaption><pre><code>${text}</code></pre></figure>`

export const jsonBlock = (label: string, value: unknown): Markup =>
  block(label, JSON.stringify(value, null, 2) ?? '')

/** A name that may only break after a separator, so that it stays readable in a narrow column. */
export const breakable = (name: string): Markup =>
  html`${name.split(/(?<=[_./])/).map((part, i) => (i === 0 ? part : html`<wbr>${part}`))}`

export interface Column<Row> {
  head: string
  /** The width of the column, if the browser needs a hint. */
  width?: 'narrow' | 'medium'
  cell(row: Row): Markup | string | number
}

/** A table. On a narrow screen each cell becomes a line below the name of its column. */
export function table<Row>(
  caption: string,
  columns: readonly Column<Row>[],
  rows: readonly Row[],
  idOf: (row: Row) => string | undefined = () => undefined,
): Markup {
  const [first, ...others] = columns
  const opened = (row: Row) => {
    const id = idOf(row)
    return id === undefined ? html`<tr>` : html`<tr id="${id}">`
  }
  return html`<table><caption>${caption}</caption>
<thead><tr>${columns.map(({ head, width }) =>
    width === undefined
      ? html`<th scope="col">${head}</th>`
      : html`<th scope="col" class="${width}">${head}</th>`,
  )}</tr></thead>
<tbody>${rows.map(
    (row) =>
      html`${opened(row)}<th scope="row">${first?.cell(row)}</th>${others.map(
        ({ head, cell }) => html`<td data-head="${head}">${cell(row)}</td>`,
      )}</tr>
`,
  )}</tbody></table>`
}
