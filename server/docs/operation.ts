import { curlOf, sampleOf } from './curl.ts'
import { type Area, bodyOf, type Document, type Media, type Parameter, type Place } from './document.ts'
import { exampleBody } from './example.ts'
import { type FieldRow, fieldRows, limitsOf, typeOf } from './fields.ts'
import { block, html, jsonBlock, type Markup, prose, table } from './markup.ts'

/** What the articles of a reference need to know. */
export interface Told {
  document: Document
  /** Headers that every request carries. */
  headers: readonly (readonly [string, string])[]
  /** Status and meaning of an error code. */
  errorOf(code: string): { status: number; meaning: string } | undefined
}

const limits = (texts: readonly string[]) => texts.map((text) => html`<span class="limit">${text}</span>`)
const shown = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value))
const example = (value: unknown) =>
  value === undefined ? '' : html`<span class="example">e.g. <code>${shown(value)}</code></span>`

/** The fields of a body; `asked` tells which must be there, an answer rather which may be missing. */
export function fieldTable(
  { document }: Told,
  { schema }: Media,
  caption: string,
  asked: boolean,
): Markup | '' {
  const rows = schema ? fieldRows(document, schema) : []
  if (rows.length === 0) return ''
  const mark = ({ isRequired }: FieldRow) => {
    if (asked) return isRequired ? html`<b class="required">required</b>` : ''
    return isRequired ? '' : html`<span class="quiet">may be missing</span>`
  }
  return table<FieldRow>(
    caption,
    [
      {
        head: 'Field',
        cell: (row) =>
          html`<span class="depth-${row.depth}"><code><span class="parents quiet">${row.parents}</span>${row.name}</code> ${mark(row)}</span>`,
      },
      { head: 'Type', cell: (row) => html`${row.type}${limits(row.limits)}` },
      { head: 'Description', cell: (row) => html`${prose(row.description)} ${example(row.example)}` },
    ],
    rows,
  )
}

function parameterTable({ document }: Told, title: string, parameters: readonly Parameter[]): Markup | '' {
  if (parameters.length === 0) return ''
  return html`<h4>${title}</h4>
${table<Parameter>(
  title,
  [
    {
      head: 'Name',
      cell: ({ name, required }) =>
        html`<code>${name}</code> ${required ? html`<b class="required">required</b>` : ''}`,
    },
    {
      head: 'Type',
      cell: ({ schema }) => html`${typeOf(document, schema)}${limits(limitsOf(document, schema))}`,
    },
    {
      head: 'Description',
      cell: (one) =>
        html`${prose(one.description ?? one.schema.description ?? '')} ${example(sampleOf(one))}`,
    },
  ],
  parameters,
)}`
}

/** The headers of every request are explained once; here they are named. */
function credentials({ headers }: Told): Markup | '' {
  if (headers.length === 0) return ''
  const names = headers.map(([name], i) => html`${i > 0 ? ' and ' : ''}<code>${name}</code>`)
  return html`<p class="quiet">With the headers ${names}: see <a href="#access">Getting in</a>.</p>`
}

/** The codes that an operation can answer with. */
const codesOf = ({ responses }: Place): string[] =>
  Object.values(responses).flatMap((response) => response['x-codes'] ?? [])

const successOf = ({ responses }: Place) =>
  Object.entries(responses).find(([status]) => status.startsWith('2')) ?? ['200', { description: '' }]

function errors(told: Told, place: Place): Markup | '' {
  const codes = codesOf(place)
  if (codes.length === 0) return ''
  return html`<h4>Errors</h4>
${table<string>(
  `Errors of ${place.operationId}`,
  [
    { head: 'Code', cell: (code) => html`<a href="#error-${code}"><code>${code}</code></a>` },
    { head: 'Status', cell: (code) => told.errorOf(code)?.status ?? '' },
    { head: 'Meaning', cell: (code) => prose(told.errorOf(code)?.meaning ?? '') },
  ],
  codes,
)}`
}

function events({ 'x-events': names = [] }: Place): Markup | '' {
  if (names.length === 0) return ''
  return html`<p>Events that it may cause: ${names.map(
    (name, i) => html`${i > 0 ? ', ' : ''}<a href="#event-${name}"><code>${name}</code></a>`,
  )}.</p>`
}

/** One operation, readable on its own. */
function article(told: Told, place: Place): Markup {
  const { document } = told
  const { operationId: id, summary = '', description, parameters = [] } = place
  const base = new URL(document.servers[0]?.url ?? 'http://localhost').pathname.replace(/\/$/, '')
  const request = bodyOf(place.requestBody?.content)
  const [status, success] = successOf(place)
  const answer = bodyOf(success.content)
  const isJson = answer?.type === 'application/json'
  // Explained once, in the guide.
  const everywhere = ['Sandbox-Error', ...told.headers.map(([name]) => name)]
  const of = (where: Parameter['in']) =>
    parameters.filter((one) => one.in === where && !(where === 'header' && everywhere.includes(one.name)))
  const sample = answer && isJson ? exampleBody(document, answer) : undefined
  return html`<article id="${id}" aria-labelledby="${id}-title">
<div class="operation"><div class="words">
<h3 id="${id}-title">${prose(summary || id)} <a class="anchor" href="#${id}" aria-label="Link to ${id}">#</a></h3>
<p class="address"><b class="method ${place.method.toLowerCase()}">${place.method}</b> <code><span class="quiet">${base}</span>${place.path}</code></p>
${description ? html`<p>${prose(description)}</p>` : ''}${credentials(told)}${events(place)}
${parameterTable(told, 'In the path', of('path'))}${parameterTable(told, 'In the query', of('query'))}${parameterTable(told, 'In the headers', of('header'))}
${request ? html`<h4>Request body</h4>${fieldTable(told, request, `Fields of the body of ${id}`, true)}` : ''}
<h4>Answer</h4>
<p><b class="status">${status}</b> ${prose(success.description)}${answer && !isJson ? html` (<code>${answer.type}</code>)` : ''}</p>
${answer && isJson ? fieldTable(told, answer, `Fields of the answer of ${id}`, false) : ''}
${errors(told, place)}
</div><div class="samples">
${block('Request', curlOf(document, place, told.headers))}
${request ? jsonBlock('Its body', exampleBody(document, request)) : ''}
${sample === undefined ? '' : jsonBlock(`Answer, ${status}`, sample)}
</div></div></article>
`
}

/** The operations of an area, with a list of them first. */
export function areaSection(told: Told, area: Area): Markup {
  const id = `area-${area.name}`
  return html`<section id="${id}" aria-labelledby="${id}-title">
<h2 id="${id}-title">${area.title}</h2>
${area.description ? html`<p>${prose(area.description)}</p>` : ''}
<ul class="list">${area.operations.map(
    ({ operationId, method, path, summary = operationId }) =>
      html`<li><a href="#${operationId}"><b class="method ${method.toLowerCase()}">${method}</b> <code>${path}</code></a> <span>${prose(summary)}</span></li>
`,
  )}</ul>
${area.operations.map((place) => article(told, place))}</section>
`
}
