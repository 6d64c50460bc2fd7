/** Mistakes in a signed id or timestamp. Over 300 lines: one table of each. */
import { compiled } from '../../signing/compiled.ts'
import { type Content, timeText } from '../../signing/content.ts'
import type { Presented } from '../../signing/presented.ts'
import { isTemplated, type Recipe } from '../../signing/recipe.ts'
import { templateOf } from '../../signing/template.ts'
import type { Accident, FrameTurn, Rank } from '../search/accident.ts'
import { percentDecoded, percentEncoded } from './percent.ts'
import { rareTimeTexts, timeTexts } from './time-texts.ts'

/** The templates of a recipe's signed content. */
const signed = (recipe: Recipe) => (isTemplated(recipe) ? Object.values(recipe.signs).join() : '')

/** Neighbouring seconds, for a sender that reads the clock twice, and then a few minutes, for a cached signature. */
const near = [-1, 1, -2, 2, -3, 3, -4, 4, -5, 5, -6, 6, -7, 7, -8, 8, -9, 9, -10, 10]
const kept = Array.from({ length: 290 }, (_, i) => -11 - i)
const ahead = Array.from({ length: 50 }, (_, i) => 11 + i)

/** How languages print an unset variable, for example of a header with a wrong name. */
const unset = ['undefined', 'null', 'None']

/** The offsets of time zones from UTC, in hours. */
const wholeHours = Array.from({ length: 27 }, (_, i) => i - 12).filter((hours) => hours !== 0)
const halfHours = [2.5, 3.5, 4.5, 5.5, 6.5, 9.5, 10.5].flatMap((hours) => [hours, -hours])
const apart = [...wholeHours, ...halfHours]

/** The fix for schemes that use milliseconds. */
const inMilliseconds = 'Create the timestamp once, in milliseconds: String(Date.now()).'

type Found = [cause: Accident['cause'], rank: Rank, value: string, said: string]

/** Years beyond 9999 are not printed. */
const ofFourDigits = 253_402_300_800

/** Other timestamps than the sent timestamp. */
export function timestampTurns(
  recipe: Recipe,
  presented: Presented,
  content: Content,
  body: unknown,
): FrameTurn[] {
  const { timestamp = '' } = presented
  if (!signed(recipe).includes('{ts}')) return []
  const seconds = secondsIn(timestamp)
  const found: Found[] = []
  const add = (cause: Found[0], rank: Rank, value: string, said: string) =>
    found.push([cause, rank, value, said])
  if (seconds !== undefined) {
    const iso = new Date(seconds * 1000).toISOString()
    const rest = recipe.time === 'milliseconds' ? Number(timestamp) % 1000 : 0
    if (/^\d{13,}$/.test(timestamp)) {
      add('milliseconds', 0, String(seconds), 'in seconds')
      add('timestamp_format', 1, new Date(Number(timestamp)).toISOString(), 'in ISO 8601')
      add('other_timestamp', 0, `${seconds}000`, 'without its milliseconds')
    } else add('milliseconds', 0, `${seconds}000`, 'in milliseconds')
    add('timestamp_format', 0, iso, 'in ISO 8601')
    add('timestamp_format', 0, `${iso.slice(0, 19)}Z`, 'in ISO 8601')
    add('timestamp_format', 0, String(seconds), 'in Unix seconds')
    for (const by of [...near, ...kept, ...ahead])
      add(
        'other_timestamp',
        Math.abs(by) < 4 ? 0 : Math.abs(by) < 11 ? 1 : 2,
        written(recipe, seconds + by, rest),
        `${Math.abs(by)} s ${by < 0 ? 'earlier' : 'later'}`,
      )
    add('timestamp_format', 1, `${iso.slice(0, 19)}+00:00`, 'in ISO 8601')
    add('timestamp_format', 1, `${iso.slice(0, 19)}.000000Z`, 'in ISO 8601 with microseconds')
    add('timestamp_format', 1, iso.slice(0, 19).replace('T', ' '), 'as a database writes it')
    add('timestamp_format', 1, new Date(seconds * 1000).toUTCString(), 'as HTTP writes a date')
    add('timestamp_format', 1, `${seconds}.0`, 'with a decimal point')
    add('timestamp_format', 2, `${seconds}000000`, 'in microseconds')
    if (seconds < ofFourDigits) {
      for (const [text, said] of timeTexts(seconds)) add('timestamp_format', 2, text, said)
      for (const [text, said] of rareTimeTexts(seconds)) add('timestamp_format', 3, text, said)
    }
    for (const hours of apart)
      add('other_timestamp', 2, written(recipe, seconds + hours * 3600, rest), 'in another time zone')
  }
  const date = Date.parse(content.headers.get('date') ?? '') / 1000
  if (!Number.isNaN(date)) add('other_timestamp', 0, written(recipe, date), 'of the header Date')
  for (const [name, value] of content.headers)
    if (/^\d{10}(?:\d{3})?$/.test(value)) add('other_timestamp', 1, value, `of the header ${name}`)
  for (const [name, value] of leavesOf(body)) {
    if (!/(?:^|_)(?:at|ts|time|timestamp|created|date|on)$|[a-z](?:At|Time|Date)$/.test(name)) continue
    const text = String(value)
    const told = `of ${name} in the body`
    add('other_timestamp', 1, text, told)
    const at = secondsIn(text) ?? Date.parse(text) / 1000
    if (at >= 0 && at < 1e11) add('other_timestamp', 1, written(recipe, Math.floor(at)), told)
  }
  const name = nameOfTime(recipe)
  if (name !== '') add('other_timestamp', 1, name + timestamp, 'with its header name before it')
  for (const word of ['', ...unset]) add('other_timestamp', 1, word, '(none)')
  add('header_changed', 1, `${timestamp} `, 'with a space after it')
  add('header_changed', 3, ` ${timestamp}`, 'with a space before it')
  add('header_changed', 3, `${timestamp}\n`, 'with a newline after it')
  add('header_changed', 2, `"${timestamp}"`, 'in quotation marks')
  return timestampsOf(recipe, found, timestamp)
}

function timestampsOf(recipe: Recipe, found: readonly Found[], timestamp: string): FrameTurn[] {
  // The text stays unchanged, even if the recipe would format it.
  const asGiven = recipe.time !== 'seconds' && { recipe: { time: 'seconds' as const } }
  const turns = turnsOf(found, timestamp, 'timestamp', (value) => ({
    content: { timestamp: value },
    ...asGiven,
  }))
  if (recipe.time !== 'milliseconds') return turns
  return turns.map((turn) =>
    turn.accident.cause === 'milliseconds'
      ? { ...turn, accident: { ...turn.accident, fix: inMilliseconds } }
      : turn,
  )
}

/** The timestamp's prefix in the signature header, such as `t=`. */
function nameOfTime(recipe: Recipe): string {
  const { ts } = compiled(recipe).places
  return ts?.isItem ? (ts.template.texts[ts.template.slots.indexOf('ts')] ?? '') : ''
}

/** Other ids than the sent id. */
export function idTurns(recipe: Recipe, presented: Presented, content: Content, body: unknown): FrameTurn[] {
  const { id = '' } = presented
  if (!signed(recipe).includes('{id}')) return id === '' ? [] : besideTurns(recipe)
  const found: Found[] = [['other_id', 0, '', '(none)']]
  const add = (cause: Found[0], rank: Rank, value: string, said: string) =>
    found.push([cause, rank, value, said])
  for (const [name, value] of leavesOf(body))
    if (/(?:^|_)(?:id|uuid|key)$|Id$/i.test(name)) add('other_id', 0, String(value), `of ${name} in the body`)
  for (const [name, value] of content.headers)
    if (/(?:^|-)(?:id|uuid|delivery|request|key)$/.test(name))
      add('other_id', 1, value, `of the header ${name}`)
  for (const [value, said] of [
    [`${id} `, 'with a space after it'],
    [` ${id}`, 'with a space before it'],
    [`${id}\t`, 'with a tab after it'],
    [`${id}\n`, 'with a newline after it'],
    [`${id}\r\n`, 'with CRLF after it'],
    [id.trim(), 'without the white space around it'],
    [id.replace(/\s+/g, ''), 'without its white space'],
    [id.replace(/ +/g, ' '), 'with repeated spaces collapsed'],
    [id.replace(/ +/g, '\r\n '), 'folded over two lines'],
    [id.toLowerCase(), 'in lower case'],
    [id.toUpperCase(), 'in upper case'],
    [`"${id}"`, 'in quotation marks'],
    [id.replace(/^"(.*)"$/, '$1'), 'without its quotation marks'],
  ] as const)
    add('header_changed', 1, value, said)
  add('other_id', 1, id.replace(/^[a-z]+_/i, ''), 'without its prefix')
  add('other_id', 1, id.replaceAll('-', ''), 'without its hyphens')
  for (const word of unset) add('other_id', 1, word, '(none)')
  for (const [value, said] of rareIds(id)) add('other_id', 3, value, said)
  for (const [name, value] of content.headers)
    if (value.length <= longestValue) add('other_id', 3, value, `of the header ${name}`)
  return turnsOf(found, id, 'id', (value) => ({ content: { id: value } }))
}

/** The maximum length of a header's value that may be signed as the id. */
const longestValue = 100

/** The lengths at which senders cut ids, for example for a column of a database. */
const idLengths = [8, 10, 12, 16, 20, 24, 32, 36]
const idPrefixes = [
  'msg_',
  'evt_',
  'id_',
  'wh_',
  'webhook_',
  'event_',
  'req_',
  'urn:uuid:',
  'id:',
  'id=',
  'webhook-id:',
]

/** Rarer ways to write an id. */
function rareIds(id: string): [value: string, said: string][] {
  const bare = id.replace(/^[a-z]+_/i, '')
  const digits = bare.replaceAll('-', '')
  const isUuid = /^[0-9a-f]{32}$/i.test(digits)
  const uuid = digits.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
  return [
    ...idPrefixes.map((prefix): [string, string] => [prefix + bare, `with ${prefix} before it`]),
    [id.split(/[_.:/-]/).at(-1) ?? '', 'cut to its last part'],
    [id.split(/[_.:/-]/)[0] ?? '', 'cut to its first part'],
    ...(isUuid
      ? ([
          [uuid, 'with hyphens'],
          [uuid.toUpperCase(), 'in upper case, with hyphens'],
          [uuid.toLowerCase(), 'in lower case, with hyphens'],
          [digits.toUpperCase(), 'in upper case, without hyphens'],
          [`{${uuid}}`, 'in braces'],
          [`{${uuid.toUpperCase()}}`, 'in braces, in upper case'],
          [Buffer.from(digits, 'hex').toString('base64'), 'as the base64 of its bytes'],
          [Buffer.from(digits, 'hex').toString('base64url'), 'as the base64url of its bytes'],
          [String(BigInt(`0x${digits}`)), 'as a number'],
        ] satisfies [string, string][])
      : []),
    [id.replaceAll('-', '_'), 'with underscores instead of hyphens'],
    [id.replaceAll('_', '-'), 'with hyphens instead of underscores'],
    [id.replace(/[_-]/g, ''), 'without its underscores and hyphens'],
    [Buffer.from(id).toString('base64'), 'in base64'],
    [Buffer.from(id).toString('hex'), 'in hex'],
    [percentEncoded(id), 'percent-encoded'],
    [percentDecoded(id), 'percent-decoded'],
    [`'${id}'`, 'in quotation marks'],
    [`b'${id}'`, 'as Python prints bytes'],
    [`[${id}]`, 'in square brackets'],
    [`<${id}>`, 'in angle brackets'],
    [`{${id}}`, 'in braces'],
    [`${id}.0`, 'with a decimal point'],
    ...idLengths.flatMap((length): [string, string][] =>
      id.length > length
        ? [
            [id.slice(0, length), `cut to ${length} characters`],
            [id.slice(-length), `cut to its last ${length} characters`],
          ]
        : [],
    ),
  ]
}

/** The separators with which senders join an id that the scheme does not sign. */
const besideSeparators = ['.', '', ':', '\n', '|', '-', ',']

/** The id signed before the rest, as in Standard Webhooks, by a scheme that does not sign it. */
const besideTurns = (recipe: Recipe): FrameTurn[] =>
  signed(recipe) === ''
    ? []
    : Object.values(recipe.signs).flatMap((own) => {
        const separator = /\}([^{}]+)\{/.exec(own)?.[1] ?? '.'
        const likely = `{id}${separator}${own}`
        const rare = besideSeparators.flatMap((other) => [`{id}${other}${own}`, `${own}${other}{id}`])
        return [...new Set([likely, ...rare])].map((signs) => ({
          rank: signs === likely ? 1 : 3,
          signs: templateOf(signs),
          accident: {
            cause: 'other_scheme',
            detail: `The signature is correct for ${JSON.stringify(signs).slice(1, -1)}, but this scheme does not sign the id.`,
            fix: `This scheme signs ${own}.`,
          },
        }))
      })

/** The header's seconds, if the scheme signs Unix seconds. */
export function signedSeconds(recipe: Recipe, { timestamp = '' }: Presented): string | undefined {
  return recipe.time === 'seconds' && signed(recipe).includes('{ts}') && /^\d{10}$/.test(timestamp)
    ? timestamp
    : undefined
}

/** A millisecond within the header's second. */
export const millisecondTurns = (seconds: string, digits: string): FrameTurn[] =>
  turnsOf([['milliseconds', 0, seconds + digits, 'in milliseconds']], seconds, 'timestamp', (value) => ({
    content: { timestamp: value },
  }))

function turnsOf(
  found: readonly Found[],
  sent: string,
  of: 'id' | 'timestamp',
  change: (value: string) => Pick<FrameTurn, 'content' | 'recipe'>,
): FrameTurn[] {
  const seen = new Set([sent])
  const header = JSON.stringify(sent)
  const turns: FrameTurn[] = []
  for (const [cause, rank, value, said] of found) {
    if (seen.has(value)) continue
    seen.add(value)
    const detail = `The signature is correct for the ${of} ${JSON.stringify(value)}, ${said}, but the header contains ${header}.`
    turns.push({ accident: { cause, detail, expected: sent, received: value }, rank, ...change(value) })
  }
  return turns
}

/** Parses Unix seconds, milliseconds or ISO 8601. */
function secondsIn(text: string): number | undefined {
  if (/^\d{1,11}$/.test(text)) return Number(text)
  if (/^\d{12,14}$/.test(text)) return Math.floor(Number(text) / 1000)
  const at = /^\d{4}-\d\d-\d\dT/.test(text) ? Date.parse(text) : Number.NaN
  return Number.isNaN(at) || at < 0 ? undefined : Math.floor(at / 1000)
}

/** A second in the recipe's format, with the header's milliseconds. */
const written = (recipe: Recipe, seconds: number, milliseconds = 0) =>
  recipe.time === 'milliseconds' ? String(seconds * 1000 + milliseconds) : timeText(recipe, String(seconds))

/** The scalar values of a JSON body with their names, outer objects first. Limited for large bodies. */
function leavesOf(value: unknown): [name: string, value: string | number][] {
  const found: [string, string | number][] = []
  let level: unknown[] = [value]
  for (let depth = 0; depth < 3 && level.length > 0; depth++) {
    const next: unknown[] = []
    for (const one of level.slice(0, 20)) {
      if (typeof one !== 'object' || one === null) continue
      for (const [name, inner] of Object.entries(one).slice(0, 60)) {
        if ((typeof inner === 'string' && inner.length < 100) || typeof inner === 'number')
          found.push([name, inner])
        else next.push(inner)
      }
    }
    level = next
  }
  return found.slice(0, 200)
}
