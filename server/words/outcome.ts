/** Outcomes in sentences. Every surface shows these words, so that the same end of an attempt reads the same everywhere. */
import type { Outcome, ToldOutcome } from '../wire.ts'
import { duration } from './duration.ts'
import { plural } from './plural.ts'
import { doing } from './short.ts'

type Kind<K extends Outcome['kind']> = Extract<Outcome, { kind: K }>
type TimedOut = Kind<'timed_out'>
/** An outcome without a valid response. */
export type Failed = Extract<Outcome, { address: string | null }>

/** An outcome as a sentence, without its full stop. */
export function sayOutcome(outcome: Outcome): string {
  switch (outcome.kind) {
    case 'responded':
      return `HTTP ${outcome.status}`
    case 'timed_out':
      return `timed out after ${duration(outcome.after_ms)} ${sayDoing(outcome)}${outcome.proxy === undefined ? '' : ` through the proxy ${outcome.proxy}`}`
    case 'refused':
      return sayRefused(outcome)
    case 'reset':
      return outcome.code === 'unreadable' ? sayUnreadable(outcome) : `connection lost: ${sayReset(outcome)}`
    case 'dns':
      return `name not found: ${sayName(outcome)}`
    case 'tls':
      return `TLS failed: ${through(outcome)}${sayTls(outcome)}`
    case 'blocked':
      return `not sent: ${sayBlocked(outcome)}`
    case 'interrupted':
      return `cut short: ${outcome.code === 'earlier' ? outcome.text : interruptions[outcome.code]}`
    case 'aborted':
      return `aborted ${outcome.code === 'earlier' ? outcome.text : `${abortions[outcome.code]} after ${duration(outcome.after_ms ?? 0)}`}`
    case 'dropped':
      return `not sent: ${outcome.code === 'earlier' ? outcome.text : 'the fault drop lost it on the way'}`
  }
}

/** An outcome in the form of the API, with its words unless there was a response. */
export const told = (outcome: Outcome) =>
  outcome.kind === 'responded' ? outcome : { ...outcome, detail: sayOutcome(outcome) }

/** The facts of an outcome from the API, without its words, which differ by version. */
export function untold(outcome: ToldOutcome): Outcome {
  if (outcome.kind === 'responded') return outcome
  const { detail: _, ...facts } = outcome
  return facts
}

function sayDoing({ phase, during }: TimedOut): string {
  const before = during === 'tls' ? '' : 'while '
  const what = phase === 'waiting' ? ' for the response' : phase === 'reading' ? ' the response' : ''
  return `${before}${doing[during ?? phase]}${what}`
}

const interruptions: Record<Exclude<Kind<'interrupted'>['code'], 'earlier'>, string> = {
  stopped: 'the sandbox stopped waiting',
  reset: 'the sandbox was reset',
  killed: 'the sandbox was stopped during the attempt; it may have arrived',
  session_over: 'the session is over',
  unknown: 'the result is unknown',
}

const abortions: Record<Exclude<Kind<'aborted'>['code'], 'earlier'>, string> = {
  by_hand: 'by hand',
  subscription_disabled: 'because its subscription was disabled,',
}

const proxied = ({ proxy }: Failed) => (proxy === undefined ? 'the receiver' : `the proxy ${proxy}`)
const through = ({ proxy }: Failed) => (proxy === undefined ? '' : `through the proxy ${proxy}: `)
/** The meaning of a system error code. */
const meanings: Record<string, string> = {
  ECONNREFUSED: 'nothing listens there',
  ECONNRESET: 'the connection was reset',
  ENOTFOUND: 'the name has no address',
  EAI_AGAIN: 'no name server answers',
  unknown_here: 'this machine does not know the name',
  zone_missing: 'the address lacks its zone',
  ETIMEDOUT: 'the address does not answer',
  EHOSTUNREACH: 'the address cannot be reached',
  ENETUNREACH: 'the network cannot be reached',
  EADDRNOTAVAIL: 'this machine has no address or no port left to send from',
}
/** Whether a code explains everything, so that the system's own message need not be stored. */
export const isWorded = (code: string): boolean => code in meanings

function sayRefused(outcome: Failed): string {
  const { code, address, proxy, text } = outcome
  const at = proxy === undefined ? `${address}` : `the proxy ${proxy}`
  switch (code) {
    case 'ECONNREFUSED':
      return `connection refused: nothing listens on ${at}`
    case 'proxy_answered':
      return `connection refused: the proxy ${proxy} answered ${outcome.status}${login(outcome)}`
    case 'closed':
    case 'reset':
      return `connection refused: the proxy ${proxy} ${code} the connection ${howFar(outcome)}`
    case 'unreadable':
      return `connection refused: ${sayUnreadable(outcome)}`
    case 'zone_missing':
      return `no connection to ${at}: a link-local address needs a zone, and a URL cannot contain a zone`
    case 'invalid_address':
      return `no connection: the sandbox cannot send to ${address}: ${text}`
    case 'not_recorded':
      return 'no connection: the session has no response to this attempt'
    case 'earlier':
      return `connection refused: ${text}`
    default:
      return `no connection to ${at}: ${meanings[code] ?? text ?? 'the system refused it'} (${code})`
  }
}

const login = ({ login }: Failed) =>
  login === undefined
    ? ''
    : login === 'wrong'
      ? '; the proxy refused the user and password of delivery.proxy'
      : '; the proxy requires a user and password in delivery.proxy'

function sayReset(outcome: Failed): string {
  const { code, text, fault_bytes, perhaps } = outcome
  if (code === 'earlier') return `${text}`
  if (code === 'fault_reset') return `reset by the fault after ${plural(fault_bytes ?? 0, 'byte')}`
  if (text !== undefined) return `${text} (${code})`
  const ended =
    fault_bytes === undefined ? '' : `ended by the fault after ${plural(fault_bytes, 'byte')}; then `
  const why = perhaps === undefined ? '' : `; ${doubts[perhaps]}`
  const how =
    code === 'closed' ? 'closed' : code === 'ECONNRESET' || code === 'EPIPE' ? 'reset' : `lost (${code})`
  return `${ended}${proxied(outcome)} ${how} the connection ${howFar(outcome)}${why}`
}

const doubts = {
  kept_open: 'the connection was kept open, so the receiver may not have read this request',
  speaks_tls: 'if the receiver speaks TLS, use https in the address',
} as const

function howFar({ progress }: Failed): string {
  if (progress === undefined) return 'without a response'
  const { part, bytes, total } = progress
  switch (part) {
    case 'request':
      if (bytes === 0) return 'before anything was sent'
      return `after ${bytes} of ${plural(total ?? bytes, 'byte')} were sent`
    case 'answer_head':
      return `after ${plural(bytes, 'byte')} of its response`
    case 'answer_body':
      return total === undefined
        ? `after ${plural(bytes, 'byte')} of the response body`
        : `after ${bytes} of the ${plural(total, 'byte')} that Content-Length announced`
    case 'answer_chunks':
      return `after ${plural(bytes, 'byte')} of the response body, before its last chunk`
  }
}

/** Why a response is not valid HTTP. */
function sayUnreadable(outcome: Failed): string {
  const { flaw, text, proxy } = outcome
  const by = proxy === undefined ? '' : `the proxy ${proxy}: `
  switch (flaw) {
    case 'speaks_tls':
      return proxy === undefined
        ? 'the receiver speaks TLS; use https in the address'
        : `${by}the proxy speaks TLS, and the sandbox speaks plain HTTP to delivery.proxy`
    case 'speaks_http2':
      return `${by}the response is HTTP/2, but the sandbox sends HTTP/1.1. Let that port accept HTTP/1.1 too`
    case 'headers_large':
      return `${by}the response headers are larger than 64 KiB`
    case undefined:
      return `${by}${text ?? 'the response is not HTTP'}`
    default:
      return `${by}the response is not HTTP: ${(flawWords[flaw] ?? flaw).replace('TEXT', () => JSON.stringify(text ?? ''))}`
  }
}

/** TEXT is replaced by the received text. */
const flawWords: Partial<Record<NonNullable<Failed['flaw']>, string>> = {
  not_http: 'it begins with TEXT',
  status_line: 'its status line is TEXT',
  http_version: 'its version is TEXT',
  header_control: 'a header contains a control character: TEXT',
  header_blank: 'a header line begins with a blank: TEXT',
  header_line: 'TEXT is not a header',
  content_length: 'its Content-Length is TEXT',
  two_lengths: 'it has two lengths, TEXT',
  length_and_coding: 'it has both Content-Length and Transfer-Encoding',
  chunk_line: 'a chunk line is longer than 16384 bytes',
  chunk_size: 'TEXT is not a chunk size',
  chunk_overrun: 'a chunk is longer than its size',
  trailers_large: 'its trailers are longer than 16384 bytes',
}

function sayName({ code, address, text }: Failed): string {
  switch (code) {
    case 'ENOTFOUND':
      return `${address} has no address`
    case 'EAI_AGAIN':
      return `no name server answers for ${address}`
    case 'unknown_here':
      return `this machine does not know ${address}, so the address may be public. Allow it with delivery.allow_public`
    case 'earlier':
      return `${text}`
    default:
      return `${text ?? address} (${code})`
  }
}

/** Why nothing was sent to an address. */
export function sayBlocked({ code, address, text }: Pick<Failed, 'code' | 'address' | 'text'>): string {
  switch (code) {
    case 'group_address':
      return `${address} is a multicast or broadcast address. Use the address of one receiver`
    case 'metadata_address':
      return `${address} counts as a public address. Allow it with delivery.allow_public`
    case 'public_address':
      return `${address} is a public address. Allow it with delivery.allow_public`
    case 'session_played':
      return 'a replayed session sends nothing to other machines'
    default:
      return `${text}`
  }
}

const skip = 'skip the check with --insecure-tls'

function sayTls(outcome: Failed): string {
  const { code, certificate, text } = outcome
  if (certificate !== undefined) return sayCertificate(outcome, certificate)
  if (code === 'earlier') return `${text}`
  return handshakes[code] ?? `${text ?? 'the handshake failed'} (${code})`
}

/** Why a TLS handshake failed. */
const handshakes: Record<string, string> = {
  no_tls: 'the receiver does not speak TLS at this port. Use http in the address',
  no_common_version:
    'the receiver and the sandbox have no TLS version in common. The sandbox needs TLS 1.2 or newer',
  client_certificate_wanted: 'the receiver requires a client certificate, and the sandbox has none',
  client_certificate_likely:
    'the receiver ended the handshake after sending its certificate. Most likely the receiver requires a client certificate, and the sandbox has none',
  name_unknown: 'the receiver has no certificate for this name',
  no_common_protocol: 'the receiver does not offer HTTP/1.1',
  nothing_in_common: 'the receiver ended the handshake: no TLS version or cipher in common',
  // Servers in Go, such as Caddy and Traefik, send this alert if they have no certificate for a name.
  receiver_error:
    'the receiver ended the handshake with an internal error. Often the cause is a missing certificate for this name',
  closed: 'the receiver closed the connection during the handshake',
}

/** The fault of a receiver's certificate, and the fix. */
function sayCertificate(
  { code, flaw, text }: Failed,
  { host, is_own, name, issuer, valid_from, valid_to, names, names_left }: NonNullable<Failed['certificate']>,
): string {
  const named = (one: string | null) => JSON.stringify(one ?? 'without a name')
  const it = is_own ? 'its certificate' : `the certificate ${named(name)} above its own`
  switch (code) {
    case 'CERT_HAS_EXPIRED':
      return `${it} has expired: it was valid to ${valid_to}. Renew it, or ${skip}`
    case 'CERT_NOT_YET_VALID':
      return `${it} is valid only from ${valid_from}. Renew it, or ${skip}`
    case 'ERR_TLS_CERT_ALTNAME_INVALID': {
      const listed = names.join(', ') + (names_left > 0 ? ` and ${names_left} more` : '')
      const bare = host.replace(/\.$/, '')
      if (flaw === 'certificate_wildcard')
        return `its certificate is for ${text}, and * matches exactly one label with two or more labels after it. Issue a certificate with DNS:${bare} in subjectAltName, or ${skip}`
      if (flaw === 'certificate_address')
        return `its certificate lists ${host} as a name and not as an IP address. Issue a certificate with IP:${host} in subjectAltName, or ${skip}`
      return `its certificate is not for ${host} but for ${listed}. Use one of these names, or ${skip}`
    }
    case 'DEPTH_ZERO_SELF_SIGNED_CERT':
      return `its certificate is self-signed. Trust it with --ca FILE, or ${skip}`
    case 'SELF_SIGNED_CERT_IN_CHAIN':
    case 'UNABLE_TO_GET_ISSUER_CERT':
    case 'UNABLE_TO_GET_ISSUER_CERT_LOCALLY':
    case 'UNABLE_TO_VERIFY_LEAF_SIGNATURE':
      return is_own
        ? `the issuer of its certificate, ${named(issuer)}, is unknown. If the issuer is an intermediate, let the receiver send its certificate too. Otherwise trust it with --ca FILE, or ${skip}`
        : `its certificate chain ends at the unknown issuer ${named(issuer)}. Trust the issuer with --ca FILE, or ${skip}`
    default:
      return `its certificate, or one above it, is not accepted: ${text ?? code}. Issue a new certificate${flaw === undefined ? '' : (moves[flaw] ?? '')}, or ${skip}`
  }
}

/** What the new certificate needs. */
const moves: Partial<Record<NonNullable<Failed['flaw']>, string>> = {
  certificate_weak: ' with SHA-256 and a long key (RSA with at least 2048 bits)',
  certificate_purpose: ' for servers (extendedKeyUsage serverAuth, or none) from an authority with CA:TRUE',
}
