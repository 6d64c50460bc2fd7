import { readNumbers } from '../database/number-filter.ts'
import { StartError } from '../failures.ts'
import type { ErrorEntry, Health } from '../wire.ts'
import { nearest, suggest } from '../words/nearest.ts'
import { plural } from '../words/plural.ts'
import { jsonLine } from '../words/printable.ts'
import { quoted, word } from '../words/shell-words.ts'
import { type Client, commandLine, createClient, type TargetFlags } from './client.ts'
import { isAnyOf } from './delivery-filter.ts'
import type { Shell } from './terminal.ts'

export interface ErrorsFlags extends TargetFlags {
  area?: string
  status?: string
  search?: string
  json?: true
}
interface Catalogue {
  errors: ErrorEntry[]
  beyond_dictionary: ErrorEntry[]
}

/** Prints the error catalogue of a running sandbox, or one entry of it. */
export async function errors(code: string | undefined, flags: ErrorsFlags, shell: Shell) {
  const { area, status, search } = flags
  if (code !== undefined && [area, status, search].some((filter) => filter !== undefined))
    throw new StartError('A code and a filter were both given.', 'Give the one or the other.')
  const client = createClient(flags, shell.environment)
  const catalogue = await client.get<Catalogue>('/sandbox/catalogue/errors', 'errors')
  if (code === undefined) list(catalogue, flags, shell)
  else await show(findEntry(code, catalogue, flags), client, flags, shell)
}

function list({ errors, beyond_dictionary }: Catalogue, flags: ErrorsFlags, { terminal }: Shell) {
  const areas = [...new Set(errors.map(({ area }) => area))]
  const unknown = flags.area?.split(',').find((one) => !areas.includes(one))
  if (unknown !== undefined)
    throw new StartError(`There is no area named ${unknown}.`, suggest(unknown, areas))
  const fits = fitting(flags)
  const [shown, beyond] = [errors.filter(fits), beyond_dictionary.filter(fits)]
  if (flags.json) {
    for (const entry of [...shown, ...beyond]) terminal.out(jsonLine(entry))
    return
  }
  for (const line of table(shown)) terminal.out(line)
  if (beyond.length > 0) {
    terminal.out('\nnot in the dictionary of the platform:')
    for (const line of table(beyond)) terminal.out(line)
  }
  const met = errors.filter((entry) => entry.met > 0).length
  const some = shown.length < errors.length ? `${shown.length} of ${errors.length} shown; ` : ''
  terminal.out(`\n${some}met ${met} of ${errors.length}`)
}

function fitting({ area, status, search }: ErrorsFlags): (entry: ErrorEntry) => boolean {
  const words = search?.toLowerCase().split(/\s+/) ?? []
  return (entry) => {
    const { code, type, meaning, message, advice, reached_by, operations } = entry
    const texts = [code, type, meaning, message, advice, reached_by ?? '', ...operations]
    const text = texts.join('\n').toLowerCase()
    return (
      isAnyOf(area, (one) => entry.area === one) &&
      (status === undefined || readNumbers(status)?.fits(entry.status) === true) &&
      words.every((word) => text.includes(word))
    )
  }
}

function table(entries: readonly ErrorEntry[]): string[] {
  if (entries.length === 0) return []
  const wide = Math.max(...entries.map(({ code }) => code.length))
  const line = (code: string, ...rest: [status: string, reached: string, met: string]) =>
    `${code.padEnd(wide)}  ${rest[0].padEnd(6)}  ${rest[1].padEnd(10)}  ${rest[2].padStart(3)}`
  return [
    line('code', 'status', 'reached', 'met'),
    ...entries.map(({ code, status, reached_by, met }) =>
      line(code, `${status}`, reached_by === null ? 'armed only' : 'natural', `${met}`),
    ),
  ]
}

function findEntry(code: string, { errors, beyond_dictionary }: Catalogue, flags: TargetFlags): ErrorEntry {
  const entries = [...errors, ...beyond_dictionary]
  const entry = entries.find((one) => one.code === code)
  if (entry) return entry
  const names = entries.map((one) => one.code)
  const close = nearest(code, names)
  throw new StartError(
    `There is no error named ${code}.${close ? ` Did you mean ${close}?` : ''}`,
    `${commandLine('errors', flags)} lists them all.`,
  )
}

const samples: Record<string, string> = { yyyy: '2026', mm: '01' }
const sampleId = '3f8a4d26-9c1e-4b7f-8a55-0f6f3f1f2b10'
const samplePath = (path: string) =>
  path.replace(/\{(\w+)\}/g, (_match, name: string) => samples[name] ?? sampleId)

/** A call that is answered with the code: to an operation that has it, if one does. */
function curlFor({ code, operations }: ErrorEntry, { base_url, ...access }: Health['platform']): string {
  const [method = '', path = ''] = (operations[0] ?? 'GET /webhooks').split(' ')
  const hasBody = method !== 'GET'
  const headers = [
    `Authorization: ${access.authorization}`,
    `Identity: ${access.identity}`,
    ...(hasBody ? ['Content-Type: application/json'] : []),
    `Sandbox-Error: ${code}`,
  ]
  return [
    hasBody ? `curl -i -X ${method}` : 'curl -i',
    quoted(`${base_url}${samplePath(path)}`),
    ...headers.map((text) => `-H ${quoted(text)}`),
    ...(hasBody ? ["-d '{}'"] : []),
  ].join(' ')
}

/** Some codes are answered by every operation; a terminal is no place for all of them. */
function someOf(operations: readonly string[]): string {
  const shown = operations.length > 20 ? operations.slice(0, 8) : operations
  const more = operations.length - shown.length
  return `${shown.join(', ')}${more > 0 ? ` and ${more} more; --json lists them` : ''}`
}

async function show(entry: ErrorEntry, client: Client, flags: ErrorsFlags, { terminal }: Shell) {
  if (flags.json) return terminal.out(jsonLine(entry))
  const { platform } = await client.get<Health>('/sandbox/health', 'platform')
  const { code, status, type, area, meaning, message, retry, advice, reached_by, operations, met } = entry
  const body = { Message: message, Status: status, Code: code, Type: type }
  const [operation] = operations
  const [method = '', path = ''] = operation?.split(' ') ?? []
  const lines = [
    `${code}  ${status} ${type}, ${area}, met ${plural(met, 'time')}`,
    '',
    `meaning      ${meaning}`,
    `reached      ${reached_by ?? 'Only when it is armed.'}`,
    ...(operation ? [`answered by  ${someOf(operations)}`] : []),
    `retry        ${retry ? 'yes' : 'no'}. ${advice}`,
    '',
    JSON.stringify(body, null, 2),
    '',
    'on one call:',
    `  ${curlFor(entry, platform)}`,
    operation ? `on every ${operation}:` : 'on every call:',
    `  ${commandLine(`arm ${code}${operation ? ` --method ${method} --path ${word(path)}` : ''}`, flags)}`,
  ]
  for (const line of lines) terminal.out(line)
}
