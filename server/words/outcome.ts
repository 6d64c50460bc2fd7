/** Outcomes in sentences. Every surface shows these words, so that the same end of an attempt reads the same everywhere. */
import type { Outcome, ToldOutcome } from '../wire.ts'
import { duration } from './duration.ts'
import { plural } from './plural.ts'
import { doing } from './short.ts'

type Kind<K extends Outcome['kind']> = Extract<Outcome, { kind: K }>
type TimedOut = Kind<'timed_out'>
/** What failed before there was an answer, or what is no answer. */
export type Failed = Extract<Outcome, { address: string | null }>

/** An outcome in a sentence, without the stop at its end: more may follow. */
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

/** An outcome as the API tells it: with its words where it is no answer. */
export const told = (outcome: Outcome) =>
  outcome.kind === 'responded' ? outcome : { ...outcome, detail: sayOutcome(outcome) }

/** The facts of an outcome that was told: its words differ by version. */
export function untold(outcome: ToldOutcome): Outcome {
  if (outcome.kind === 'responded') return outcome
  const { detail: _, ...facts } = outcome
  return facts
}

function sayDoing({ phase, during }: TimedOut): string {
  const before = during === 'tls' ? '' : 'while '
  const what = phase === 'waiting' ? ' for the answer' : phase === 'reading' ? ' the answer' : ''
  return `${before}${doing[during ?? phase]}${what}`
}

const interruptions: Record<Exclude<Kind<'interrupted'>['code'], 'earlier'>, string> = {
  stopped: 'the sandbox stopped waiting',
  reset: 'the sandbox was reset',
  killed: 'the sandbox was stopped during the attempt; it may have arrived',
  session_over: 'the session is over',
  unknown: 'nothing is known of it',
}

const abortions: Record<Exclude<Kind<'aborted'>['code'], 'earlier'>, string> = {
  by_hand: 'by hand',
  subscription_disabled: 'since its subscription was disabled,',
}

const proxied = ({ proxy }: Failed) => (proxy === undefined ? 'the receiver' : `the proxy ${proxy}`)
const through = ({ proxy }: Failed) => (proxy === undefined ? '' : `through the proxy ${proxy}: `)
/** What a code of the system means. */
const meanings: Record<string, string> = {
  ECONNREFUSED: 'nothing listens there',
  ECONNRESET: 'it was reset',
  ENOTFOUND: 'it has no address',
  EAI_AGAIN: 'no name server answers',
  unknown_here: 'it is not known here',
  zone_missing: 'it lacks its zone',
  ETIMEDOUT: 'the address does not answer',
  EHOSTUNREACH: 'the address cannot be reached',
  ENETUNREACH: 'the network cannot be reached',
  EADDRNOTAVAIL: 'this machine has no address or no port left to send from',
}
/** Whether a code says all, so that nothing need be kept of the words that came with it. */
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
      return `no connection to ${at}: an address of one link alone needs its zone, which no URL holds`
    case 'invalid_address':
      return `no connection: ${address} is no address to send to: ${text}`
    case 'not_recorded':
      return 'no connection: the session holds no answer to this attempt'
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
      ? '; it does not take the user and the password of delivery.proxy'
      : '; it wants a user and a password in delivery.proxy'

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
  kept_open: 'it had been kept open, so it may not have read this request',
  speaks_tls: 'if it speaks TLS, use https in the address',
} as const

function howFar({ progress }: Failed): string {
  if (progress === undefined) return 'without an answer'
  const { part, bytes, total } = progress
  switch (part) {
    case 'request':
      if (bytes === 0) return 'before anything was sent'
      return `after ${bytes} of ${plural(total ?? bytes, 'byte')} were sent`
    case 'answer_head':
      return `after ${plural(bytes, 'byte')} of its answer`
    case 'answer_body':
      return total === undefined
        ? `after ${plural(bytes, 'byte')} of its answer's body`
        : `after ${bytes} of the ${plural(total, 'byte')} that the Content-Length of its answer tells`
    case 'answer_chunks':
      return `after ${plural(bytes, 'byte')} of its answer's body, before the end of its chunks`
  }
}

/** Why an answer is none. */
function sayUnreadable(outcome: Failed): string {
  const { flaw, text, proxy } = outcome
  const by = proxy === undefined ? '' : `the proxy ${proxy}: `
  switch (flaw) {
    case 'speaks_tls':
      return proxy === undefined
        ? 'the receiver speaks TLS; use https in the address'
        : `${by}it speaks TLS, and delivery.proxy is spoken to in plain HTTP`
    case 'speaks_http2':
      return `${by}the answer is HTTP/2; requests are sent as HTTP/1.1, which that port has to take as well`
    case 'headers_large':
      return `${by}the answer's headers are larger than 64 KiB`
    case undefined:
      return `${by}${text ?? 'the answer is no HTTP'}`
    default:
      return `${by}the answer is no HTTP: ${(flawWords[flaw] ?? flaw).replace('TEXT', () => JSON.stringify(text ?? ''))}`
  }
}

/** TEXT stands for what came. */
const flawWords: Partial<Record<NonNullable<Failed['flaw']>, string>> = {
  not_http: 'it begins with TEXT',
  status_line: 'its status line is TEXT',
  http_version: 'its version is TEXT',
  header_control: 'a header holds a control character: TEXT',
  header_blank: 'a header line begins with a blank: TEXT',
  header_line: 'TEXT is no header',
  content_length: 'its content-length is TEXT',
  two_lengths: 'it tells two lengths, TEXT',
  length_and_coding: 'it tells both a content-length and a transfer-encoding',
  chunk_line: 'a line of its chunks is longer than 16384 bytes',
  chunk_size: 'TEXT is no size of a chunk',
  chunk_overrun: 'a chunk is longer than it says',
  trailers_large: 'its trailers are longer than 16384 bytes',
}

function sayName({ code, address, text }: Failed): string {
  switch (code) {
    case 'ENOTFOUND':
      return `${address} has no address`
    case 'EAI_AGAIN':
      return `no name server answers for ${address}`
    case 'unknown_here':
      return `${address} is not known here, so nobody can tell whether it is public. Allow it with delivery.allow_public`
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
      return `${address} is the address of a group, not of one receiver. Use the receiver's own`
    case 'metadata_address':
      return `${address} counts as a public address. Allow it with delivery.allow_public`
    case 'public_address':
      return `${address} is a public address. Allow it with delivery.allow_public`
    case 'session_played':
      return 'a session is played again, so nothing is sent to addresses outside'
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

/** Why a handshake did not come to its end. */
const handshakes: Record<string, string> = {
  no_tls: 'the receiver does not speak TLS at this port. Use http in the address',
  no_common_version:
    'the receiver and the sandbox have no version of TLS in common; TLS 1.2 or newer is needed',
  client_certificate_wanted: 'the receiver asks for a certificate of the client, and the sandbox has none',
  client_certificate_likely:
    'the receiver broke off the handshake after it had shown its certificate. Most likely it asks for a certificate of the client, and the sandbox has none',
  name_unknown: 'the receiver has no certificate for this name',
  no_common_protocol: 'the receiver does not offer HTTP/1.1',
  nothing_in_common: 'the receiver broke off the handshake: nothing in common',
  // Servers written in Go, such as Caddy and Traefik, say so where they have none for a name.
  receiver_error:
    'the receiver broke off the handshake by an error of its own. Often it has no certificate for this name',
  closed: 'the receiver closed the connection during the handshake',
}

/** What is wrong with a receiver's certificate, and what to do about it. */
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
        return `its certificate is for ${text}, where * stands for one label alone, with two or more behind it. Have it made with DNS:${bare} in subjectAltName, or ${skip}`
      if (flaw === 'certificate_address')
        return `its certificate tells ${host} as a name, where only an address counts. Have it made with IP:${host} in subjectAltName, or ${skip}`
      return `its certificate is not for ${host} but for ${listed}. Use such a name, or ${skip}`
    }
    case 'DEPTH_ZERO_SELF_SIGNED_CERT':
      return `its certificate is self-signed. Trust it with --ca FILE, or ${skip}`
    case 'SELF_SIGNED_CERT_IN_CHAIN':
    case 'UNABLE_TO_GET_ISSUER_CERT':
    case 'UNABLE_TO_GET_ISSUER_CERT_LOCALLY':
    case 'UNABLE_TO_VERIFY_LEAF_SIGNATURE':
      return is_own
        ? `the issuer of its certificate, ${named(issuer)}, is not known here. Where that is an intermediate one, have the receiver send it too; else trust it with --ca FILE, or ${skip}`
        : `its certificate leads to ${named(issuer)}, which is not known here. Trust it with --ca FILE, or ${skip}`
    default:
      return `its certificate, or one above it, is not accepted: ${text ?? code}. Have it made anew${flaw === undefined ? '' : (moves[flaw] ?? '')}, or ${skip}`
  }
}

/** What a certificate lacks. */
const moves: Partial<Record<NonNullable<Failed['flaw']>, string>> = {
  certificate_weak: ' with SHA-256 and a key that is long enough (RSA of 2048 bits or more)',
  certificate_purpose: ' for servers (extendedKeyUsage serverAuth, or none), and an authority with CA:TRUE',
}
