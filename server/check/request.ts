/** Makes the exact request of a probe. */
import { type Outgoing, plainWire } from '../client/message.ts'
import { compose } from '../delivery/compose.ts'
import { timeText } from '../signing/content.ts'
import type { Recipe } from '../signing/recipe.ts'
import type { HeaderPair } from '../wire.ts'
import { signaturesIn } from './alter.ts'
import type { Planned } from './probe.ts'

/** What all requests of a check share. */
export interface Common {
  url: string
  recipe: Recipe
  secret: string
  userAgent: string
  /** The header of that name. Undefined for a request that is no attempt. */
  traceparent?: string | undefined
}

/** How far back a second is looked for: of twelve signatures, one has a character that tells all but certainly. */
const lookBackS = 12

/** A planned request with the time at which it is signed. */
export function timed(planned: Planned, common: Common, nowS: number): Planned {
  const recipe = planned.recipe ?? common.recipe
  if (!planned.isTelling || recipe.encoding === 'hex') return planned
  for (let back = 0; back < lookBackS; back++) {
    const at = { ...planned, skewS: (planned.skewS ?? 0) - back }
    if (signaturesIn(recipe, requestOf(at, common, nowS).headers).some((text) => /[+/_-]/.test(text)))
      return at
  }
  return planned
}

/** The bytes and headers of a request at a time of the wall clock, in Unix seconds. */
export function requestOf(
  planned: Planned,
  { url, secret, userAgent, traceparent, ...common }: Common,
  nowS: number,
): Outgoing {
  const { draft, contentType, method, alter, wire } = planned
  const recipe = planned.recipe ?? common.recipe
  const body = planned.body ?? Buffer.from(JSON.stringify(draft.payload))
  const signedAt = nowS + (planned.skewS ?? 0)
  const { request } = compose({
    url,
    event: draft.event,
    eventId: draft.id,
    body: planned.signedBody ?? body,
    edits: contentType === undefined ? null : [['content-type', contentType]],
    recipe,
    secrets: planned.secrets ?? [secret],
    signedAt,
    userAgent,
    traceparent,
  })
  const shape = { ...plainWire, ...wire }
  const framing: HeaderPair = shape.chunked
    ? ['transfer-encoding', 'chunked']
    : ['content-length', String(body.length)]
  const headers = request.headers.map((pair) => (pair[0] === 'content-length' ? framing : pair))
  return {
    ...request,
    ...(method !== undefined && { method }),
    headers:
      alter?.(headers, {
        id: draft.id,
        timestamp: timeText(recipe, String(signedAt)),
        signatures: signaturesIn(recipe, headers),
      }) ?? headers,
    body,
    wire: shape,
  }
}
