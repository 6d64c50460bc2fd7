import { isIP } from 'node:net'
import type { DetailedPeerCertificate, PeerCertificate, TLSSocket } from 'node:tls'
import type { Outcome } from '../wire.ts'
import { codeOf } from './outcome.ts'

export type TlsOutcome = Extract<Outcome, { detail: string }>
const trouble = (detail: string): TlsOutcome => ({ kind: 'tls', detail })
const skip = 'skip the check with --insecure-tls'

/** What is said against a certificate. */
export interface Objection {
  /** Node's code for it; UNSPECIFIED for much. */
  code: string
  /** OpenSSL's words; undefined where it was not OpenSSL. */
  words: string | undefined
}

/** What Node found wrong with the certificate at the other end of a socket that is not authorized. */
export function objectionOf(socket: TLSSocket): Objection {
  // On the socket Node leaves no more than the code; only the handle, which has no public name, has the words.
  const handle = Reflect.get(socket, '_handle') as { verifyError?(): Error | null } | null | undefined
  return { code: String(socket.authorizationError), words: handle?.verifyError?.()?.message }
}

/**
 * What is wrong with a receiver's certificate, and what to do about it.
 * @param own the receiver's own, with those above it that came or are trusted here
 */
export function certificateTrouble(
  { code, words }: Objection,
  own: DetailedPeerCertificate,
  host: string,
): TlsOutcome {
  const chain = chainOf(own)
  const told = (one: PeerCertificate) =>
    one === own ? 'its certificate' : `the certificate ${nameOf(one.subject)} above its own`
  switch (code) {
    case 'CERT_HAS_EXPIRED': {
      const first = byDate(chain, 'valid_to')[0] ?? own
      return trouble(`${told(first)} has expired: it was valid to ${first.valid_to}. Renew it, or ${skip}.`)
    }
    case 'CERT_NOT_YET_VALID': {
      const last = byDate(chain, 'valid_from').at(-1) ?? own
      return trouble(`${told(last)} is valid only from ${last.valid_from}. Renew it, or ${skip}.`)
    }
    case 'ERR_TLS_CERT_ALTNAME_INVALID': {
      const names = namesOf(own)
      const bare = host.replace(/\.$/, '')
      const wildcard = names.find((name) => looksFor(name.replace(/^DNS:/, ''), bare))
      if (wildcard !== undefined)
        return trouble(
          `its certificate is for ${listed([wildcard])}, where * stands for one label alone, with two or more behind it. Have it made with DNS:${bare} in subjectAltName, or ${skip}.`,
        )
      if (isIP(host) !== 0 && names.some((name) => name.replace(/^DNS:/, '') === host))
        return trouble(
          `its certificate tells ${host} as a name, where only an address counts. Have it made with IP:${host} in subjectAltName, or ${skip}.`,
        )
      return trouble(
        `its certificate is not for ${host} but for ${listed(names)}. Use such a name, or ${skip}.`,
      )
    }
    case 'DEPTH_ZERO_SELF_SIGNED_CERT':
      return trouble(`its certificate is self-signed. Trust it with --ca FILE, or ${skip}.`)
    case 'SELF_SIGNED_CERT_IN_CHAIN':
    case 'UNABLE_TO_GET_ISSUER_CERT':
    case 'UNABLE_TO_GET_ISSUER_CERT_LOCALLY':
    case 'UNABLE_TO_VERIFY_LEAF_SIGNATURE':
      return trouble(
        chain.length > 1
          ? `its certificate leads to ${nameOf(chain.at(-1)?.issuer)}, which is not known here. Trust it with --ca FILE, or ${skip}.`
          : `the issuer of its certificate, ${nameOf(own.issuer)}, is not known here. Where that is an intermediate one, have the receiver send it too; else trust it with --ca FILE, or ${skip}.`,
      )
    default: {
      const [, move] = moves.find(([pattern]) => pattern.test(words ?? '')) ?? []
      return trouble(
        `its certificate, or one above it, is not accepted: ${words ?? code}. Have it made anew${move ?? ''}, or ${skip}.`,
      )
    }
  }
}

/** What a certificate lacks, by what OpenSSL's words hold. */
const moves: [RegExp, string][] = [
  [/too weak/i, ' with SHA-256 and a key that is long enough (RSA of 2048 bits or more)'],
  [/purpose/i, ' for servers (extendedKeyUsage serverAuth, or none), and an authority with CA:TRUE'],
]

/** From the receiver's own up; a root is its own issuer. */
function chainOf(own: DetailedPeerCertificate): DetailedPeerCertificate[] {
  const chain: DetailedPeerCertificate[] = []
  for (let one = own; one !== undefined && !chain.includes(one); one = one.issuerCertificate) chain.push(one)
  return chain
}

const byDate = (chain: readonly DetailedPeerCertificate[], date: 'valid_from' | 'valid_to') =>
  [...chain].sort((a, b) => Date.parse(a[date]) - Date.parse(b[date]))

const nothingInCommon = /handshake failure|no shared cipher/i

/** By what the message of OpenSSL holds; alerts are what the other side said. */
const handshakeWords: [RegExp, string][] = [
  [
    /wrong version number|packet length too long|http request|unknown protocol|record layer failure/i,
    'the receiver does not speak TLS at this port. Use http in the address.',
  ],
  [
    /protocol version|unsupported protocol|no protocols available|inappropriate fallback/i,
    'the receiver and the sandbox have no version of TLS in common; TLS 1.2 or newer is needed.',
  ],
  [
    /certificate required|alert bad certificate|alert number 116/i,
    'the receiver asks for a certificate of the client, and the sandbox has none.',
  ],
  [/unrecognized name/i, 'the receiver has no certificate for this name.'],
  [/no application protocol/i, 'the receiver does not offer HTTP/1.1.'],
  [nothingInCommon, 'the receiver broke off the handshake: nothing in common.'],
  // Servers written in Go, such as Caddy and Traefik, say so where they have none for a name.
  [
    /alert internal error/i,
    'the receiver broke off the handshake by an error of its own. Often it has no certificate for this name.',
  ],
]

/**
 * Why a handshake did not come to its end.
 * @param hasShown the receiver had agreed on a cipher and shown its certificate before
 */
export function handshakeTrouble(error: Error, hasShown = false): TlsOutcome {
  const code = codeOf(error)
  const said = `${error.message} ${code.replace(/_/g, ' ')}`
  // TLS 1.2 has no alert of its own for a certificate of the client that is missing.
  if (hasShown && nothingInCommon.test(said))
    return trouble(
      'the receiver broke off the handshake after it had shown its certificate. Most likely it asks for a certificate of the client, and the sandbox has none.',
    )
  const words = handshakeWords.find(([pattern]) => pattern.test(said))
  if (words) return trouble(words[1])
  if (code === 'ECONNRESET' || code === 'EPIPE')
    return trouble('the receiver closed the connection during the handshake.')
  return trouble(`${wordsOf(error)}${code ? ` (${code})` : ''}`)
}

/** Without the number of a thread and the place in OpenSSL's source, which are others each time. */
function wordsOf({ message }: Error): string {
  const [, reason = message] = /^[0-9A-F]+:error:[0-9A-F]+:[^:]*:[^:]*:([^:]+):/.exec(message) ?? []
  return reason
}

/** Whether an error came from TLS; alerts also come after the handshake, such as for a missing client certificate. */
export const isTlsError = (error: Error): boolean => /^(ERR_SSL|ERR_TLS|EPROTO)/.test(codeOf(error))

const nameOf = (subject: PeerCertificate['subject'] | undefined): string =>
  JSON.stringify(subject?.CN ?? subject?.O ?? 'without a name')

/** Those of the extension with what each is, such as DNS:; without it, what the subject is called. */
function namesOf({ subjectaltname, subject }: PeerCertificate): string[] {
  if (!subjectaltname) return [String(subject?.CN ?? 'no name at all')]
  return subjectaltname.split(', ')
}

/** Whether a wildcard looks as if it were for a host that it is not for, such as `*.localhost` for `app.localhost`. */
const looksFor = (name: string, host: string): boolean =>
  isIP(host) === 0 && name.startsWith('*') && host.toLowerCase().endsWith(name.slice(1).toLowerCase())

const listedAtMost = 10

function listed(names: readonly string[]): string {
  const shown = names.slice(0, listedAtMost).map((name) => name.replace(/^(?:DNS|IP Address):/, ''))
  const left = names.length - shown.length
  return shown.join(', ') + (left > 0 ? ` and ${left} more` : '')
}
