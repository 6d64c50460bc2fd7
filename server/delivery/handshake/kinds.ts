/** The handshakes with which senders verify an address: what each asks, and how it judges the answer. */
import { createHash, createHmac } from 'node:crypto'
import type { Incoming } from '../../client/message.ts'
import { headerOf } from '../../wire/header-pairs.ts'
import type { HandshakeKind, HandshakeVerdict, HeaderPair } from '../../wire.ts'

/** What a handshake sends. */
interface Question {
  /** POST if left out. */
  method?: string
  url: string
  body: string
  headers: HeaderPair[]
}

/** What an answer is compared with. */
interface Asked {
  /** The token that the receiver returns. */
  token: string
  secret: string
}

interface Kind {
  /** How long the sender waits, in ms of real time. Null waits as for an attempt. */
  limitMs: number | null
  /** Whether the request is signed by the scheme of the subscription. */
  isSigned: boolean
  ask(given: { url: string; token: string; nowMs: number }): Question
  judge(answer: Pick<Incoming, 'status' | 'headers' | 'body'>, asked: Asked): HandshakeVerdict
}

const ok: HandshakeVerdict = { code: 'ok' }
const json: HeaderPair[] = [['content-type', 'application/json']]

/** The name by which the sandbox introduces itself, and the requests per minute that it asks for. */
const origin = 'webhook-sandbox.localhost'
const rate = '120'
const allowedOrigin = 'WebHook-Allowed-Origin'
const allowedRate = 'WebHook-Allowed-Rate'

/** How much of a wrong value a verdict shows, in characters. */
const shownLength = 200

const textIn = ({ body }: Pick<Incoming, 'body'>): string => body.toString('utf8').trim()

/** The fields of a JSON object. Undefined if the text is none. */
function fieldsIn(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : undefined
  } catch {
    return undefined
  }
}

type Place = Pick<Extract<HandshakeVerdict, { code: 'missing' }>, 'part' | 'name'>
type How = Extract<HandshakeVerdict, { code: 'wrong' }>['how']

/** Compares a value of the answer with what it should be. `how` names the mistake. */
function compared(
  place: Place,
  expected: string,
  received: unknown,
  how: (received: string) => How = () => 'other',
): HandshakeVerdict {
  if (received === undefined || received === null || received === '')
    return { code: 'missing', ...place, expected }
  if (received === expected) return ok
  const text = typeof received === 'string' ? received : JSON.stringify(received)
  return { code: 'wrong', ...place, expected, received: text.slice(0, shownLength), how: how(text) }
}

/** The receiver returns `challenge`: as text, as a form or as JSON. */
const slack: Kind = {
  limitMs: 3000,
  isSigned: true,
  ask: ({ url, token }) => ({
    url,
    headers: json,
    body: JSON.stringify({
      token: token.replaceAll('-', '').slice(0, 24),
      challenge: token,
      type: 'url_verification',
    }),
  }),
  judge(answer, { token }) {
    if (answer.status !== 200) return { code: 'wrong_status', status: answer.status }
    const text = textIn(answer)
    const fields = fieldsIn(text)
    if (fields) return compared({ part: 'field', name: 'challenge' }, token, fields.challenge)
    const inForm = text.startsWith('challenge=') ? new URLSearchParams(text).get('challenge') : null
    return compared({ part: 'body', name: 'challenge' }, token, inForm ?? text)
  },
}

/** The receiver returns `plainToken`, and its HMAC by the secret. */
const zoom: Kind = {
  limitMs: 3000,
  isSigned: true,
  ask: ({ url, token, nowMs }) => ({
    url,
    headers: json,
    body: JSON.stringify({
      payload: { plainToken: token },
      event_ts: nowMs,
      event: 'endpoint.url_validation',
    }),
  }),
  judge(answer, { token, secret }) {
    if (answer.status !== 200) return { code: 'wrong_status', status: answer.status }
    const fields = fieldsIn(textIn(answer)) ?? {}
    const plain = compared({ part: 'field', name: 'plainToken' }, token, fields.plainToken)
    if (plain.code !== 'ok') return plain
    const digest = createHmac('sha256', secret).update(token).digest()
    return compared(
      { part: 'field', name: 'encryptedToken' },
      digest.toString('hex'),
      fields.encryptedToken,
      (received) => {
        if (received === digest.toString('base64')) return 'base64'
        return received === createHash('sha256').update(token).digest('hex') ? 'unkeyed' : 'other'
      },
    )
  },
}

/** The receiver allows the sender's origin and rate in headers. The status says nothing. */
const cloudevents: Kind = {
  limitMs: null,
  isSigned: false,
  ask: ({ url }) => ({
    method: 'OPTIONS',
    url,
    headers: [
      ['WebHook-Request-Origin', origin],
      ['WebHook-Request-Rate', rate],
    ],
    body: '',
  }),
  judge({ status, headers }) {
    const allowed = headerOf(headers, allowedOrigin)
    if (allowed === undefined && status >= 300) return { code: 'wrong_status', status }
    const isAllowed = allowed === '*' || allowed?.toLowerCase() === origin
    const one = compared({ part: 'header', name: allowedOrigin }, origin, isAllowed ? origin : allowed)
    if (one.code !== 'ok') return one
    const given = headerOf(headers, allowedRate)
    const isRate = given === '*' || /^0*[1-9]\d*$/.test(given ?? '')
    return compared({ part: 'header', name: allowedRate }, rate, isRate ? rate : given)
  },
}

/** The receiver returns the decoded token of the URL as plain text. */
const graph: Kind = {
  limitMs: 10_000,
  isSigned: false,
  ask({ url, token }) {
    const asked = new URL(url)
    const query = `validationToken=${encodeURIComponent(tokenOf(token))}`
    asked.search = asked.search === '' ? query : `${asked.search}&${query}`
    return { url: asked.href, headers: [['content-type', 'text/plain; charset=utf-8']], body: '' }
  },
  judge(answer, { token: drawn }) {
    if (answer.status !== 200) return { code: 'wrong_status', status: answer.status }
    const type = headerOf(answer.headers, 'content-type') ?? null
    if (type?.split(';')[0]?.trim().toLowerCase() !== 'text/plain')
      return { code: 'wrong_type', content_type: type }
    const token = tokenOf(drawn)
    return compared(
      { part: 'body', name: 'validationToken' },
      token,
      answer.body.toString('utf8'),
      (received) => {
        if (received === JSON.stringify(token)) return 'quoted'
        return received.toLowerCase() === encodeURIComponent(token).toLowerCase() ? 'encoded' : 'other'
      },
    )
  },
}

/** Like those of Microsoft Graph, the token has characters that a URL must encode. */
const tokenOf = (token: string): string => `Validation: Sandbox Request-Id: ${token}`

export const handshakes: Readonly<Record<HandshakeKind, Kind>> = { slack, zoom, cloudevents, graph }
