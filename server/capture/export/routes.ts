/** The routes that export captures as HAR, lines or curl commands, and import lines. */
import { z } from 'zod'
import { filterFields } from '../../api/lists.ts'
import { type ControlRoute, route } from '../../api/route.ts'
import { failUnknown } from '../../api/unknown-id.ts'
import { headBytes, inBase64 } from '../../body/body-text.ts'
import type { Config } from '../../config.ts'
import type { Filters } from '../../database/asking.ts'
import type { Counters } from '../../database/counters.ts'
import type { Ids } from '../../database/ids.ts'
import type { Search } from '../../database/search.ts'
import type { Writer } from '../../database/writer.ts'
import { runInSlices, sliceMs } from '../../memory/in-slices.ts'
import { streamed } from '../../memory/streamed.ts'
import type { Outside } from '../../outside.ts'
import { eachOf } from '../../schema/each.ts'
import { webAddress } from '../../schema/fields.ts'
import type { Recipes } from '../../signing/recipes.ts'
import type { CaptureRow } from '../../wire.ts'
import { type EndpointStore, isEndpointName } from '../endpoints.ts'
import type { ExchangeStore } from '../exchanges/store.ts'
import type { Explainer } from '../explainer.ts'
import type { Judge } from '../judge.ts'
import { wholeBody } from '../kept-body.ts'
import { createMatching } from '../matching.ts'
import type { CaptureStore } from '../store.ts'
import { curlOf } from './curl.ts'
import { createHarReader, harLog, lossShape } from './from-har.ts'
import { captureEntry, givenAnswer, harFrame } from './har.ts'
import { exportedLine } from './import.ts'
import { createImporter } from './importer.ts'

const har = z
  .object({
    log: z.object({ version: z.literal('1.2'), creator: z.unknown(), entries: z.array(z.unknown()) }),
  })
  .meta({ description: 'HAR 1.2; data without a place in HAR has names that begin with an underscore' })

/** The body of an import: exported captures, or a HAR. */
const importBody = z
  .strictObject({
    captures: eachOf(exportedLine, 'must be a list of captures as an export writes them')
      .max(5000, 'must be at most 5000; send the rest in further requests')
      .optional(),
    log: harLog.optional().meta({ description: 'A HAR, instead of captures' }),
    endpoint: z
      .string()
      .refine(isEndpointName, 'must be the name of an endpoint')
      .optional()
      .meta({ description: 'The endpoint for the requests of other programs in the HAR; har by default' }),
  })
  .refine(
    ({ captures, log }) => (captures === undefined) !== (log === undefined),
    'must have either captures or the log of a HAR',
  )
  // Nobody writes such a line by hand.
  .meta({ example: { captures: [] } })

/** Exports of captures in common formats, and as lines that can be imported again. */
export function exportRoutes(needs: {
  config: Config
  version: string
  counters: Counters
  writer: Writer
  outside: Outside
  ids: Ids
  search: Search
  captures: CaptureStore
  exchanges: ExchangeStore
  explainer: Explainer
  judge: Judge
  recipes: Recipes
  endpoints: EndpointStore
  baseUrl(): string
}): ControlRoute[] {
  const { captures, exchanges, explainer, outside, baseUrl, version } = needs
  const { matching } = createMatching(needs)
  const importLines = createImporter(needs)
  const readHar = createHarReader(needs)
  const query = z.strictObject(filterFields(captures.list))

  const entryOf = (row: CaptureRow, body: Buffer | null) =>
    JSON.stringify(
      captureEntry(row, body, {
        base: baseUrl(),
        answer: row.reply.kind === 'forwarded' ? givenAnswer(exchanges.ofCapture(row.seq)) : null,
      }),
    )

  /** With their bodies. Captures deleted meanwhile are left out. */
  async function* withBodies(pages: AsyncIterable<CaptureRow[]>) {
    for await (const page of pages)
      for (const row of page) {
        const body = captures.bodyAt(row.seq)
        if (body !== undefined) yield { row, body }
      }
  }

  async function* harText(pages: AsyncIterable<CaptureRow[]>) {
    const { begin, end } = harFrame(version)
    yield begin
    let before = ''
    for await (const { row, body } of withBodies(pages)) {
      yield before + entryOf(row, body)
      before = ',\n'
    }
    yield end
  }

  async function* lines(pages: AsyncIterable<CaptureRow[]>) {
    for await (const { row, body } of withBodies(pages)) {
      const line = {
        ...row,
        body_base64: body?.toString('base64') ?? null,
        exchanges: exchanges.ofCapture(row.seq),
      }
      yield `${JSON.stringify(line)}\n`
    }
  }

  const file = (body: ReadableStream<Uint8Array> | string, name: string) =>
    new Response(body, {
      headers: {
        'content-type': name.endsWith('.har') ? 'application/json' : 'application/x-ndjson',
        'content-disposition': `attachment; filename="${name}"`,
      },
    })

  return [
    route({
      method: 'GET',
      path: '/captures.har',
      operationId: 'exportCapturesHar',
      summary: 'All captures that match as HAR 1.2, oldest first',
      query,
      success: { status: 200, description: 'The document', schema: har },
      run: async ({ query: filters, signal }) =>
        file(streamed(harText(await matching(filters as Filters, { signal: signal() }))), 'captures.har'),
    }),
    route({
      method: 'GET',
      path: '/captures.jsonl',
      operationId: 'exportCaptures',
      summary: 'All captures that match, one on each line with body_base64, oldest first',
      description: 'Import reads them.',
      query,
      success: { status: 200, description: 'One JSON object on each line', schema: 'lines' },
      run: async ({ query: filters, signal }) =>
        file(streamed(lines(await matching(filters as Filters, { signal: signal() }))), 'captures.jsonl'),
    }),
    route({
      method: 'POST',
      path: '/captures/import',
      operationId: 'importCaptures',
      summary: 'Import exported captures, or the requests of a HAR',
      description: 'All of them, or none if one is invalid.',
      body: importBody,
      // The largest body in base64, plus its head.
      bodyLimit: inBase64(needs.config.body_limit_bytes) + headBytes,
      success: {
        status: 200,
        description: 'How many captures were imported; how many existed already; which ids were taken',
        schema: z.object({
          imported: z.int(),
          skipped: z.int(),
          renamed: z.array(z.object({ id: z.string(), as: z.string() })),
          exchanges: z.int().meta({ description: 'How many exchanges were added to existing captures' }),
          lost: z.array(lossShape).optional().meta({ description: 'For a HAR: what its entries lack' }),
        }),
      },
      async run({ body: { captures, log, endpoint } }) {
        if (log === undefined) return importLines(captures ?? [])
        const { lines, lost } = await runInSlices(readHar(log, endpoint), sliceMs, outside.elapsed)
        return { ...(await importLines(lines)), lost }
      },
    }),
    route({
      method: 'GET',
      path: '/captures/{id}/har',
      operationId: 'getCaptureHar',
      summary: 'One capture as HAR 1.2',
      success: { status: 200, description: 'The document', schema: har },
      errors: ['capture_unknown'],
      async run({ params: { id = '' } }) {
        await explainer.caughtUp()
        const row = captures.rowOf(id) ?? failUnknown('capture_unknown', id)
        const { begin, end } = harFrame(version)
        return file(begin + entryOf(row, captures.bodyOf(row.id) ?? null) + end, `${row.id}.har`)
      },
    }),
    route({
      method: 'GET',
      path: '/captures/{id}/curl',
      operationId: 'getCaptureCurl',
      summary: 'A curl command that sends a capture again, byte for byte',
      query: z.strictObject({
        url: webAddress().optional().meta({ description: 'The URL to send to, instead of the original one' }),
      }),
      success: { status: 200, description: 'A command for a POSIX shell', schema: 'text' },
      errors: ['capture_unknown', 'body_not_kept', 'body_cut'],
      run({ params, query: { url } }) {
        const { capture, body } = wholeBody(captures, params.id ?? '')
        const command = curlOf(capture, body, { to: url, base: baseUrl() })
        return new Response(command, { headers: { 'content-type': 'text/plain; charset=utf-8' } })
      },
    }),
  ]
}
