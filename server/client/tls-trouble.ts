/** Explains why TLS with a receiver failed. */
import { isIP } from 'node:net'
import type { DetailedPeerCertificate, PeerCertificate, TLSSocket } from 'node:tls'
import type { Failed } from '../words/outcome.ts'
import { codeOf } from './outcome.ts'

const trouble = (code: string, facts?: Pick<Failed, 'flaw' | 'text' | 'certificate'>): Failed => ({
  kind: 'tls',
  code,
  address: null,
  ...facts,
})

/** The objection to a certificate. */
export interface Objection {
  /** Node's code, often just UNSPECIFIED. */
  code: string
  /** OpenSSL's text, or undefined if the objection is not OpenSSL's. */
  words: string | undefined
}

/** Node's objection to the certificate of an unauthorized socket. */
export function objectionOf(socket: TLSSocket): Objection {
  // The socket only has the code. Its handle, which has no public name, also has the text.
  const handle = Reflect.get(socket, '_handle') as { verifyError?(): Error | null } | null | undefined
  return { code: String(socket.authorizationError), words: handle?.verifyError?.()?.message }
}

/**
 * What is wrong with a receiver's certificate.
 * @param own the receiver's certificate, with the issuers that it sent or that are trusted here
 */
export function certificateTrouble(
  { code, words }: Objection,
  own: DetailedPeerCertificate,
  host: string,
): Failed {
  const chain = chainOf(own)
  const about = (one: DetailedPeerCertificate = own, facts?: Pick<Failed, 'flaw' | 'text'>) => {
    const names = namesOf(one)
    return trouble(code, {
      ...facts,
      certificate: {
        host,
        is_own: one === own,
        name: nameOf(one.subject),
        issuer: nameOf(one.issuer),
        valid_from: one.valid_from,
        valid_to: one.valid_to,
        names: names.slice(0, namesAtMost).map((name) => name.replace(/^(?:DNS|IP Address):/, '')),
        names_left: Math.max(0, names.length - namesAtMost),
      },
    })
  }
  switch (code) {
    case 'CERT_HAS_EXPIRED':
      return about(byDate(chain, 'valid_to')[0])
    case 'CERT_NOT_YET_VALID':
      return about(byDate(chain, 'valid_from').at(-1))
    case 'ERR_TLS_CERT_ALTNAME_INVALID': {
      const names = namesOf(own).map((name) => name.replace(/^DNS:/, ''))
      const wildcard = names.find((name) => looksFor(name, host.replace(/\.$/, '')))
      if (wildcard !== undefined) return about(own, { flaw: 'certificate_wildcard', text: wildcard })
      const isAsName = isIP(host) !== 0 && names.includes(host)
      return about(own, isAsName ? { flaw: 'certificate_address' } : {})
    }
    case 'DEPTH_ZERO_SELF_SIGNED_CERT':
      return about()
    case 'SELF_SIGNED_CERT_IN_CHAIN':
    case 'UNABLE_TO_GET_ISSUER_CERT':
    case 'UNABLE_TO_GET_ISSUER_CERT_LOCALLY':
    case 'UNABLE_TO_VERIFY_LEAF_SIGNATURE':
      return about(chain.at(-1))
    default: {
      const [, flaw] = lacking.find(([pattern]) => pattern.test(words ?? '')) ?? []
      return about(own, { ...(words !== undefined && { text: words }), ...(flaw && { flaw }) })
    }
  }
}

const namesAtMost = 10

/** What a certificate lacks, by words in OpenSSL's text. */
const lacking: [RegExp, 'certificate_weak' | 'certificate_purpose'][] = [
  [/too weak/i, 'certificate_weak'],
  [/purpose/i, 'certificate_purpose'],
]

/** From the receiver's own certificate up. A root is its own issuer. */
function chainOf(own: DetailedPeerCertificate): DetailedPeerCertificate[] {
  const chain: DetailedPeerCertificate[] = []
  for (let one = own; one !== undefined && !chain.includes(one); one = one.issuerCertificate) chain.push(one)
  return chain
}

const byDate = (chain: readonly DetailedPeerCertificate[], date: 'valid_from' | 'valid_to') =>
  [...chain].sort((a, b) => Date.parse(a[date]) - Date.parse(b[date]))

const nothingInCommon = /handshake failure|no shared cipher/i

/** By words in OpenSSL's message. Alerts come from the other side. */
const handshakeWords: [RegExp, string][] = [
  [
    /wrong version number|packet length too long|http request|unknown protocol|record layer failure/i,
    'no_tls',
  ],
  [
    /protocol version|unsupported protocol|no protocols available|inappropriate fallback/i,
    'no_common_version',
  ],
  [/certificate required|alert bad certificate|alert number 116/i, 'client_certificate_wanted'],
  [/unrecognized name/i, 'name_unknown'],
  [/no application protocol/i, 'no_common_protocol'],
  [nothingInCommon, 'nothing_in_common'],
  // Go servers such as Caddy and Traefik send this alert if they have no certificate for a name.
  [/alert internal error/i, 'receiver_error'],
]

/**
 * Why a handshake failed.
 * @param hasShown whether the receiver had agreed on a cipher and shown its certificate
 */
export function handshakeTrouble(error: Error, hasShown = false): Failed {
  const code = codeOf(error)
  const said = `${error.message} ${code.replace(/_/g, ' ')}`
  // TLS 1.2 has no alert for a missing client certificate.
  if (hasShown && nothingInCommon.test(said)) return trouble('client_certificate_likely')
  const found = handshakeWords.find(([pattern]) => pattern.test(said))
  if (found) return trouble(found[1])
  if (code === 'ECONNRESET' || code === 'EPIPE') return trouble('closed')
  return trouble(code || 'failed', { text: wordsOf(error) })
}

/** Without thread number and source position, which differ each time. */
function wordsOf({ message }: Error): string {
  const [, reason = message] = /^[0-9A-F]+:error:[0-9A-F]+:[^:]*:[^:]*:([^:]+):/.exec(message) ?? []
  return reason
}

/** Whether an error came from TLS. Alerts also come after the handshake, for example if a client certificate is missing. */
export const isTlsError = (error: Error): boolean => /^(ERR_SSL|ERR_TLS|EPROTO)/.test(codeOf(error))

const nameOf = (subject: PeerCertificate['subject'] | undefined): string | null => {
  const name = subject?.CN ?? subject?.O
  return name === undefined ? null : [name].flat().join(', ')
}

/** The names of the extension, each with its kind such as DNS:. Without the extension, the common name of the subject. */
function namesOf({ subjectaltname, subject }: PeerCertificate): string[] {
  if (!subjectaltname) return [String(subject?.CN ?? 'no name at all')]
  return subjectaltname.split(', ')
}

/** Whether a wildcard seems to cover a host but does not, such as `*.localhost` for `app.localhost`. */
const looksFor = (name: string, host: string): boolean =>
  isIP(host) === 0 && name.startsWith('*') && host.toLowerCase().endsWith(name.slice(1).toLowerCase())
