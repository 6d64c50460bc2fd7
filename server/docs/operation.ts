/** The articles of the reference, one for each operation. */
import { mapping, type Pausable } from '../memory/in-slices.ts'
import { word } from '../words/shell-words.ts'
import {
  type Area,
  bodyOf,
  type Document,
  type Media,
  type Parameter,
  type Place,
  resolved,
} from './document.ts'
import { exampleBody } from './example.ts'
import { describedBy, type FieldRow, fieldRows, limitsOf, tellingExample, typeOf } from './fields.ts'
import { block, breakable, html, jsonBlock, listed, type Markup, prose, table } from './markup.ts'

const sampleOf = ({ example, schema }: Parameter) => example ?? schema.example ?? schema.examples?.[0]

/** A curl command that makes the request against this sandbox with its own credentials. */
export function curlOf(
  document: Document,
  place: Place,
  headers: readonly (readonly [string, string])[],
): string {
  const { method, path, parameters = [], requestBody } = place
  const filled = path.replace(/\{(\w+)\}/g, (_match, name: string) => {
    const parameter = parameters.find((one) => one.in === 'path' && one.name === name)
    return encodeURIComponent(String((parameter && sampleOf(parameter)) ?? name.toUpperCase()))
  })
  const query = new URLSearchParams(
    parameters
      .filter((one) => one.in === 'query' && one.required)
      .map((one) => [one.name, String(sampleOf(one) ?? one.schema.enum?.[0] ?? one.name)]),
  )
  const body = bodyOf(requestBody?.content)
  const url = `${document.servers[0]?.url ?? ''}${filled}${query.size > 0 ? `?${query}` : ''}`
  return [
    ['curl', ...(method === 'GET' ? [] : ['-X', method]), word(url)].join(' '),
    ...headers.map(([name, value]) => `-H ${word(`${name}: ${value}`)}`),
    ...(body
      ? [
          "-H 'Content-Type: application/json'",
          `-d ${word(JSON.stringify(exampleBody(document, body), null, 2).replaceAll('\n', '\n  '))}`,
        ]
      : []),
  ].join(' \\\n  ')
}

/** Code that opens a WebSocket and keeps its frames. It runs in a page and in Node 22 or later. */
export function socketOf({ servers }: Document, { path }: Place): string {
  const url = `${servers[0]?.url ?? ''}${path}`.replace(/^http/, 'ws')
  return `const frames = []\nconst live = new WebSocket('${url}')\nlive.onmessage = ({ data }) => frames.push(...JSON.parse(data))`
}

/** What every article needs. */
export interface Told {
  document: Document
  /** The headers of every request. */
  headers: readonly (readonly [string, string])[]
  /** The status and meaning of an error code. */
  errorOf(code: string): { status: number; meaning: string } | undefined
}

const limits = (texts: readonly string[]) => texts.map((text) => html`<span class="limit">${text}</span>`)
const shown = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value))
const example = (value: unknown) =>
  value === undefined ? '' : html`<span class="example">e.g. <code>${shown(value)}</code></span>`

const requiredMark = ({ isRequired }: FieldRow) => (isRequired ? html`<b class="required">required</b>` : '')
const missingMark = ({ isRequired }: FieldRow) =>
  isRequired ? '' : html`<span class="quiet">optional</span>`

const rowTable = (
  caption: string,
  head: string,
  rows: readonly FieldRow[],
  mark: (row: FieldRow) => Markup | '',
): Markup =>
  table<FieldRow>(
    caption,
    [
      {
        head,
        cell: (row) =>
          html`<span class="depth-${row.depth}"><code><span class="parents quiet">${row.parents}</span>${breakable(row.name)}</code> ${mark(row)}</span>`,
      },
      { head: 'Type', width: 'medium', cell: (row) => html`${row.type}${limits(row.limits)}` },
      { head: 'Description', cell: (row) => html`${prose(row.description)} ${example(row.example)}` },
    ],
    rows,
  )

/** The fields of a body. Requests mark required fields, responses mark optional ones. */
export function fieldTable(
  { document }: Told,
  { schema }: Media,
  caption: string,
  asked: boolean,
): Markup | '' {
  const rows = schema ? fieldRows(document, schema) : []
  return rows.length === 0 ? '' : rowTable(caption, 'Field', rows, asked ? requiredMark : missingMark)
}

function parameterTable({ document }: Told, title: string, parameters: readonly Parameter[]): Markup | '' {
  if (parameters.length === 0) return ''
  const rows = parameters.map(({ name, required = false, schema, ...own }) => ({
    parents: '',
    name,
    depth: 0,
    isRequired: required,
    type: typeOf(document, schema),
    description: own.description ?? describedBy(document, name, schema),
    limits: limitsOf(document, schema),
    example: own.example ?? tellingExample(schema),
  }))
  return html`<h4>${title}</h4>
${rowTable(title, 'Name', rows, requiredMark)}`
}

/** The error codes of an operation. */
const codesOf = ({ responses }: Place): string[] =>
  Object.values(responses).flatMap((response) => response['x-codes'] ?? [])

const successOf = ({ responses }: Place) =>
  Object.entries(responses).find(([status]) => /^[12]/.test(status)) ?? ['200', { description: '' }]

/** Descriptions of its error bodies without a code. */
function withoutCode({ document }: Told, { responses }: Place): string[] {
  const bodies = Object.entries(responses)
    .filter(([status]) => Number(status) >= 400)
    .map(([, response]) => bodyOf(response.content)?.schema ?? {})
    .flatMap((schema) => schema.anyOf ?? [schema])
    .map((schema) => resolved(document, schema))
  return [
    ...new Set(
      bodies.filter(({ properties }) => !properties?.Code).map(({ description = '' }) => description),
    ),
  ].filter((when) => when !== '')
}

function errors(told: Told, place: Place): Markup | '' {
  const codes = codesOf(place)
  if (codes.length === 0) return ''
  const others = withoutCode(told, place)
  return html`<h4>Errors</h4>
${
  others.length > 0
    ? html`<p>With <a href="#other-shapes">bodies without a code</a>: ${listed(
        others.map((when) => `${when.charAt(0).toLowerCase()}${when.slice(1)}`),
        '; ',
      )}.</p>`
    : ''
}
${table<string>(
  `Errors of ${place.operationId}`,
  [
    { head: 'Code', cell: (code) => html`<a href="#error-${code}"><code>${code}</code></a>` },
    { head: 'Status', width: 'narrow', cell: (code) => told.errorOf(code)?.status ?? '' },
    { head: 'Meaning', cell: (code) => prose(told.errorOf(code)?.meaning ?? '') },
  ],
  codes,
)}`
}

function events({ 'x-events': names = [] }: Place): Markup | '' {
  if (names.length === 0) return ''
  const links = names.map((name) => html`<a href="#event-${name}"><code>${name}</code></a>`)
  return html`<p>Events that it may cause: ${listed(links)}.</p>`
}

/** Headers that the guide explains. */
const explained = ['Sandbox-Error', 'Idempotency-Key']

/** Samples that fit on a screen stay visible beside a long list of fields. */
const stays = (samples: readonly string[]) => samples.join('\n').split('\n').length + 4 * samples.length < 38

/** The article of one operation, readable on its own. */
function article(told: Told, place: Place): Markup {
  const { document } = told
  const { operationId: id, summary: title = id, description, parameters = [] } = place
  const base = new URL(document.servers[0]?.url ?? 'http://localhost').pathname.replace(/\/$/, '')
  const request = bodyOf(place.requestBody?.content)
  const [status, success] = successOf(place)
  const answer = bodyOf(success.content)
  const isJson = answer?.type === 'application/json'
  const everywhere = [...explained, ...told.headers.map(([name]) => name)]
  const of = (where: Parameter['in']) =>
    parameters.filter((one) => one.in === where && !(where === 'header' && everywhere.includes(one.name)))
  const asked = status === '101' ? socketOf(document, place) : curlOf(document, place, told.headers)
  const sample = answer && isJson ? exampleBody(document, answer, request) : undefined
  const shown = sample === undefined ? [asked] : [asked, JSON.stringify(sample, null, 2)]
  return html`<article id="${id}" aria-labelledby="${id}-title">
<div class="operation"><div class="words">
<h3 id="${id}-title">${prose(title)} <a class="anchor" href="#${id}" aria-label="Link to ${id}">#</a></h3>
<p class="address"><b class="method ${place.method.toLowerCase()}">${place.method}</b> <code><span class="quiet">${base}</span>${breakable(place.path)}</code></p>
${description ? html`<p>${prose(description)}</p>` : ''}${events(place)}
${parameterTable(told, 'In the path', of('path'))}${parameterTable(told, 'In the query', of('query'))}${parameterTable(told, 'In the headers', of('header'))}
${request ? html`<h4>Request body</h4>${fieldTable(told, request, `Fields of the body of ${id}`, true)}` : ''}
<h4>Response</h4>
<p><b class="status">${status}</b> ${prose(success.description)}${answer && !isJson ? html` (<code>${answer.type}</code>)` : ''}</p>
${answer && isJson ? fieldTable(told, answer, `Fields of the response of ${id}`, false) : ''}
${errors(told, place)}
</div><div class="${stays(shown) ? 'samples staying' : 'samples'}">
${block('Request', asked)}
${sample === undefined ? '' : jsonBlock(`Response, ${status}`, sample)}
</div></div></article>
`
}

/** The operations of an area, with a list of them first. */
export function* areaSection(told: Told, area: Area): Pausable<Markup> {
  const { id } = area
  const articles = yield* mapping(area.operations, (place) => article(told, place))
  return html`<section id="${id}" aria-labelledby="${id}-title">
<h2 id="${id}-title">${area.title}</h2>
<ul class="list">${area.operations.map(
    ({ operationId, method, path, summary = operationId }) =>
      html`<li><a href="#${operationId}"><b class="method ${method.toLowerCase()}">${method}</b> <code>${breakable(path)}</code></a> <span>${prose(summary)}</span></li>
`,
  )}</ul>
${articles}</section>
`
}
