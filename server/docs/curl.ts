import { word } from '../words/shell-words.ts'
import { bodyOf, type Document, type Parameter, type Place } from './document.ts'
import { exampleBody } from './example.ts'

const sampleOf = ({ example, schema }: Parameter) => example ?? schema.example ?? schema.examples?.[0]

/** A command that makes the request: against this very sandbox, with its own credentials. */
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

/** Code that opens a WebSocket and keeps what it tells, for a page as for Node from 22 on. */
export function socketOf({ servers }: Document, { path }: Place): string {
  const url = `${servers[0]?.url ?? ''}${path}`.replace(/^http/, 'ws')
  return `const frames = []\nconst live = new WebSocket('${url}')\nlive.onmessage = ({ data }) => frames.push(...JSON.parse(data))`
}
