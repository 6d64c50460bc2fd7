/** Reads the entries of a HAR as lines of an export: its own entries as they were, those of other programs as requests. */
import { z } from 'zod'
import type { Ids } from '../../database/ids.ts'
import type { Pausable } from '../../memory/in-slices.ts'
import { eachOf } from '../../schema/each.ts'
import { timeField } from '../../schema/fields.ts'
import type { Recipes } from '../../signing/recipes.ts'
import type { HeaderPair } from '../../wire.ts'
import { type HarLoss, harLosses, harLossWords } from '../../words/har-losses.ts'
import { toIso } from '../../words/time.ts'
import { type EndpointStore, newEndpoint } from '../endpoints.ts'
import type { Judge } from '../judge.ts'
import { payloadIn } from '../payload.ts'
import { eventIn } from '../senders.ts'
import { exportedLine, type ImportedLine } from './import.ts'

const pair = z.looseObject({ name: z.string('must be text'), value: z.coerce.string() })

const postData = z.looseObject({
  mimeType: z.string().nullish(),
  text: z.string('must be text').nullish(),
  encoding: z.string().nullish(),
  params: z.array(z.looseObject({ name: z.string(), value: z.string().nullish() })).nullish(),
})

const entry = z.looseObject(
  {
    startedDateTime: timeField(),
    time: z.number().nullish(),
    request: z.looseObject(
      {
        method: z.string('must be a method'),
        url: z.string('must be a URL'),
        httpVersion: z.string().nullish(),
        headers: z.array(pair, 'must be a list of names and values'),
        postData: postData.nullish(),
        bodySize: z.number().nullish(),
      },
      'must be a request',
    ),
    response: z.looseObject({ status: z.number().nullish() }).nullish(),
    _webSocketMessages: z.array(z.unknown()).nullish(),
  },
  'must be an entry with a request',
)
type Entry = z.output<typeof entry>

/** A HAR of any program. */
export const harLog = z.looseObject(
  {
    entries: eachOf(entry, 'must be the list of entries of a HAR').max(
      5000,
      'must be at most 5000; send the rest in further requests',
    ),
  },
  'must be the log of a HAR',
)

export const lossShape = z.object({
  code: z.enum(harLosses),
  entries: z.int(),
  detail: z.string().meta({ description: 'The same in words, for people' }),
})

/** What a HAR holds as lines of an export, and what it lacks. */
export interface FromHar {
  lines: ImportedLine[]
  lost: z.output<typeof lossShape>[]
}

export function createHarReader(needs: {
  ids: Ids
  judge: Judge
  recipes: Recipes
  endpoints: EndpointStore
}): (log: z.output<typeof harLog>, endpoint?: string) => Pausable<FromHar> {
  const { ids, judge, recipes, endpoints } = needs

  /** A request of another program, judged with the secrets of here at the time when it was sent. */
  function lineOf(one: Entry, name: string, lose: (loss: HarLoss) => void): ImportedLine | undefined {
    const { request, startedDateTime: at } = one
    // The text after the host, which a URL object would write in another way.
    const [, , host = '', target = ''] =
      /^(https?|wss?):\/\/(?:[^/?#]*@)?([^/?#]*)([^#]*)/i.exec(request.url) ?? []
    if (host === '') return void lose('not_http')
    if (one._webSocketMessages?.length) lose('web_socket_messages')
    const [way = '', query = ''] = splitAt(target, '?')
    const path = `/in/${name}${way === '/' ? '' : escaped(way)}`
    const headers = headersOf(one, host, lose)
    const body = bodyOf(one, headers, lose)
    const judged = judge.judgeThen(
      endpoints.find(name) ?? newEndpoint(name, { seq: 0, createdAt: at }),
      {
        ...{ headers, method: request.method, path, query: escaped(query), body, bodyCut: false },
        url: request.url.replace(/#.*/s, ''),
      },
      at,
    )
    const { verdict } = judged
    const payload = body === null ? undefined : payloadIn(body)
    const event = eventIn(recipes, { headers, payload, scheme: verdict.scheme })
    lose('raw_bytes')
    const content = JSON.stringify([at, request.method, request.url, headers, body?.toString('base64')])
    const line = {
      id: ids.insteadOf(`cap_${'0'.repeat(26)}`, content),
      endpoint: name,
      received_at: toIso(at),
      method: request.method,
      path,
      query: escaped(query),
      http_version: /1\.0$/.test(request.httpVersion ?? '') ? '1.0' : '1.1',
      framing: isChunked(headers) ? 'chunked' : body === null || body.length > 0 ? 'length' : 'none',
      expects_continue: false,
      peer: '',
      duration_ms: Math.max(one.time ?? 0, 0),
      body_size: body === null ? Math.max(request.bodySize ?? 0, 0) : body.length,
      body_omitted: body === null,
      body_cut: false,
      body_base64: body?.toString('base64') ?? null,
      event: event.name ?? null,
      headers,
      trailers: [],
      verdict,
      reply: {
        kind: 'recorded',
        status: Math.max(one.response?.status ?? 0, 0),
        rule: null,
        to: null,
        delay_ms: 0,
      },
      webhook_id: judged.webhookId ?? event.id ?? null,
      delivery_id: null,
      mistakes: [],
      pinned: false,
      note: null,
    }
    const found = exportedLine.safeParse(line)
    return found.success ? found.data : void lose('invalid')
  }

  return function* read(log, endpoint = 'har') {
    const counted = new Map<HarLoss, number>()
    const lines: ImportedLine[] = []
    for (const one of log.entries) {
      const losses = new Set<HarLoss>()
      const line = ownLine(one) ?? lineOf(one, endpoint, (loss) => void losses.add(loss))
      for (const loss of losses) counted.set(loss, (counted.get(loss) ?? 0) + 1)
      if (line) lines.push(line)
      // The signature of each is verified.
      yield
    }
    return {
      lines,
      lost: [...counted].map(([code, entries]) => ({ code, entries, detail: harLossWords[code] })),
    }
  }
}

/** An entry that this sandbox wrote; undefined for another program's, and for one that was edited. */
function ownLine(one: Entry): ImportedLine | undefined {
  const { _id: id, _endpoint: endpoint, _trailers: trailers, _reply: reply, request } = one
  if (typeof id !== 'string') return undefined
  const given = Object.fromEntries(ownFields.map((name) => [name, one[`_${name}`]]))
  const found = exportedLine.safeParse({
    ...given,
    id,
    endpoint,
    reply,
    received_at: toIso(one.startedDateTime),
    method: request.method,
    target: given.target ?? undefined,
    http_version: request.httpVersion?.replace(/^HTTP\//, ''),
    duration_ms: Number(Object(one.timings).receive),
    body_size: request.bodySize,
    body_base64: given.body_omitted ? null : bytesOf(request.postData ?? {}).toString('base64'),
    headers: request.headers.map(({ name, value }) => [name, value]),
    trailers: z
      .array(pair)
      .catch([])
      .parse(trailers)
      .map(({ name, value }) => [name, value]),
  })
  return found.success ? found.data : undefined
}

/** The fields of an export that an own entry holds under names with an underscore. */
const ownFields = [
  'path',
  'query',
  'target',
  'framing',
  'expects_continue',
  'peer',
  'event',
  'verdict',
  'webhook_id',
  'delivery_id',
  'mistakes',
  'body_omitted',
  'body_cut',
  'pinned',
  'note',
] as const

/** The headers as HTTP/1.1 sends them, in their order. */
function headersOf({ request }: Entry, host: string, lose: (loss: HarLoss) => void): HeaderPair[] {
  const own = request.headers.filter(({ name }) => !name.startsWith(':'))
  if (own.length < request.headers.length) lose('pseudo_headers')
  const pairs = own
    // Browsers join repeated headers by a line end.
    .flatMap(({ name, value }) => value.split(/\r?\n/).map((one): HeaderPair => [name, asLatin1(one)]))
  return pairs.some(([name]) => name.toLowerCase() === 'host') ? pairs : [['Host', host], ...pairs]
}

/** Headers are bytes, which the sandbox shows as Latin-1. */
const asLatin1 = (text: string) => (/[^\0-\xff]/.test(text) ? Buffer.from(text).toString('latin1') : text)

/** The body of a request; null if the HAR says that there was one and does not have it. */
function bodyOf({ request }: Entry, headers: HeaderPair[], lose: (loss: HarLoss) => void): Buffer | null {
  const { postData, bodySize } = request
  const declared = headers.find(([name]) => name.toLowerCase() === 'content-length')?.[1]
  if (postData == null || (postData.text == null && !postData.params?.length)) {
    const isThere = (bodySize ?? 0) > 0 || Number(declared ?? 0) > 0
    if (isThere) lose('body_missing')
    return isThere ? null : Buffer.alloc(0)
  }
  if (postData.text == null) lose('form_rebuilt')
  const text = postData.text ?? formOf(postData.params ?? [])
  // Some programs write each byte as one character.
  const asBytes = Buffer.from(text, 'latin1')
  const isOfBytes = declared !== undefined && !/[^\0-\xff]/.test(text) && asBytes.length === Number(declared)
  const bytes = postData.encoding === 'base64' || !isOfBytes ? bytesOf({ ...postData, text }) : asBytes
  if (declared !== undefined && Number(declared) !== bytes.length) lose('length_differs')
  return bytes
}

const bytesOf = ({
  text,
  encoding,
}: {
  text?: string | null | undefined
  encoding?: string | null | undefined
}) => Buffer.from(text ?? '', encoding === 'base64' ? 'base64' : 'utf8')

const formOf = (params: readonly { name: string; value?: string | null | undefined }[]) =>
  new URLSearchParams(params.map(({ name, value }): [string, string] => [name, value ?? ''])).toString()

const isChunked = (headers: HeaderPair[]) =>
  headers.some(([name, value]) => name.toLowerCase() === 'transfer-encoding' && /\bchunked\b/i.test(value))

function splitAt(text: string, sign: string): [string, string] {
  const at = text.indexOf(sign)
  return at < 0 ? [text, ''] : [text.slice(0, at), text.slice(at + 1)]
}

/** A target has no white space and no letters beyond Latin-1. */
const escaped = (text: string) =>
  text.replace(/[^\x21-\x7e]+/g, (part) => encodeURIComponent(Buffer.from(part).toString()))
