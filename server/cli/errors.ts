/** The command `errors`: lists the error codes of the emulated API, or explains one. */
import { readNumbers } from '../database/number-filter.ts'
import { StartError } from '../failures.ts'
import type { ErrorEntry, Health } from '../wire.ts'
import { didYouMean, suggest } from '../words/nearest.ts'
import { plural } from '../words/plural.ts'
import { quoted, word } from '../words/shell-words.ts'
import type { Client } from './client.ts'
import { type CommandContext, type Making, rowsAsJson } from './command.ts'
import { isAnyOf } from './delivery-filter.ts'
import { statuses } from './values.ts'
import { bothGiven } from './wrong-call.ts'

interface Filters {
  area?: string
  status?: string
  search?: string
}
interface Catalogue {
  errors: ErrorEntry[]
  beyond_dictionary: ErrorEntry[]
}

export function addErrorsCommand({ speaking }: Making) {
  speaking('errors', 'list the error codes of the emulated API, or explain one')
    .argument('[code]', 'the error code to explain, such as card_dne; without it, list all codes')
    .option('--area <area>', 'only errors of this area, such as cards')
    .option('--status <number>', 'only errors with this status, such as 404 or 5xx', statuses)
    .option('--search <words>', 'only errors whose texts and operations contain all these words')
    .json(rowsAsJson)
    .action(async (code, filters, context) => {
      if (code !== undefined && Object.keys(filters).length > 0) throw bothGiven('A code and a filter')
      const { client } = context
      const catalogue = await client.get<Catalogue>('/sandbox/catalogue/errors', 'errors')
      if (code === undefined) return list(catalogue, filters, context)
      const entry = findEntry(code, catalogue, client)
      const { platform } = await client.get<Health>('/sandbox/health', 'platform')
      context.tell(entry, () => entryLines(entry, client, platform))
    })
}

function list({ errors, beyond_dictionary }: Catalogue, filters: Filters, context: CommandContext) {
  const { terminal, json, tellEach } = context
  const areas = [...new Set(errors.map(({ area }) => area))]
  const unknown = filters.area?.split(',').find((one) => !areas.includes(one))
  if (unknown !== undefined) throw new StartError(`Unknown area: ${unknown}.`, suggest(unknown, areas))
  const fits = fitting(filters)
  const [shown, beyond] = [errors.filter(fits), beyond_dictionary.filter(fits)]
  if (json) return tellEach([...shown, ...beyond], ({ code }) => code)
  for (const line of table(shown)) terminal.out(line)
  if (beyond.length > 0) {
    terminal.out('\nnot in the error dictionary of the platform:')
    for (const line of table(beyond)) terminal.out(line)
  }
  const met = errors.filter((entry) => entry.met > 0).length
  const some = shown.length < errors.length ? `${shown.length} of ${errors.length} shown; ` : ''
  terminal.out(`\n${some}met ${met} of ${errors.length}`)
}

function fitting({ area, status, search }: Filters): (entry: ErrorEntry) => boolean {
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

function findEntry(code: string, { errors, beyond_dictionary }: Catalogue, client: Client): ErrorEntry {
  const entries = [...errors, ...beyond_dictionary]
  const entry = entries.find((one) => one.code === code)
  if (entry) return entry
  const names = entries.map((one) => one.code)
  throw new StartError(
    `Unknown error: ${code}. ${didYouMean(code, names)}`.trim(),
    `List all errors with: ${client.command('errors')}`,
  )
}

const samples: Record<string, string> = { yyyy: '2026', mm: '01' }
const sampleId = '3f8a4d26-9c1e-4b7f-8a55-0f6f3f1f2b10'
const samplePath = (path: string) =>
  path.replace(/\{(\w+)\}/g, (_match, name: string) => samples[name] ?? sampleId)

/** A call that gets this error: to an operation that documents the error, if any. */
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

/** The first operations. Every operation has some of the codes, which is too much for a terminal. */
function someOf(operations: readonly string[]): string {
  const shown = operations.length > 20 ? operations.slice(0, 8) : operations
  const more = operations.length - shown.length
  return `${shown.join(', ')}${more > 0 ? ` and ${more} more; --json lists them` : ''}`
}

function entryLines(entry: ErrorEntry, client: Client, platform: Health['platform']): string[] {
  const { code, status, type, area, meaning, message, retry, advice, reached_by, operations, met } = entry
  const body = { Message: message, Status: status, Code: code, Type: type }
  const [operation] = operations
  const [method = '', path = ''] = operation?.split(' ') ?? []
  return [
    `${code}  ${status} ${type}, ${area}, met ${plural(met, 'time')}`,
    '',
    `meaning      ${meaning}`,
    `reached      ${reached_by ?? 'Only if the error is armed.'}`,
    ...(operation ? [`returned by  ${someOf(operations)}`] : []),
    `retry        ${retry ? 'yes' : 'no'}. ${advice}`,
    '',
    ...JSON.stringify(body, null, 2).split('\n'),
    '',
    'Cause it in one call:',
    `  ${curlFor(entry, platform)}`,
    operation ? `Cause it in every ${operation}:` : 'Cause it in every call:',
    `  ${client.command(`arm ${code}${operation ? ` --method ${method} --path ${word(path)}` : ''}`)}`,
  ]
}
