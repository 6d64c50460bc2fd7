/** Refuses requests that a foreign web page may have made, by their Host, Origin and Sec-Fetch headers. */
import type { IncomingMessage } from 'node:http'
import { isIP } from 'node:net'
import type { Duplex } from 'node:stream'
import { Failure } from '../failures.ts'
import { headerOf } from '../wire/header-pairs.ts'
import { isLoopback } from './loopback.ts'
import { hostIn, originForm } from './origin-form.ts'
import { hostOf } from './origins.ts'
import { platformPrefix, withoutPrefix } from './prefix.ts'
import type { UnreadHead } from './unread-head.ts'

const safeMethods = ['GET', 'HEAD', 'OPTIONS', 'TRACE', 'PROPFIND', 'QUERY']

/**
 * The host and port of a Host header as a browser reads them: in lower case, and 127.1, 0x7f000001 and 2130706433 as
 * 127.0.0.1. Undefined if there is no host, or if it is not in ASCII, which HTTP does not allow.
 */
export function hostAsRead(host: string | undefined): string | undefined {
  if (host === undefined || !/^(\[[0-9a-f:.]+\]|[!"$&-.0-9;<=>A-Z^-~]+)(?::\d{1,5})?$/i.test(host))
    return undefined
  const url = `http://${host}`
  return URL.canParse(url) ? new URL(url).host : undefined
}

/** A host without its port, its brackets and its final dot. */
const nameOf = (host: string | undefined) => host?.replace(/:\d+$/, '').replace(/^\[|\]$|\.$/g, '')

/** The settings that let requests in. */
interface Settings {
  host: string
  allowed_hosts: readonly string[]
  allowed_origins: readonly string[]
  public_url: string | null
}

export interface GuardedRequest {
  method: string
  /** The path as it is routed. */
  path: string
  host: string | undefined
  /** The host that the request target itself names, besides the Host header (RFC 9112, 3.2.2). */
  targetHost?: string | undefined
  origin: string | undefined
  /** The address at which the request arrived. It always belongs to this machine. */
  localAddress?: string | undefined
  /** A WebSocket is never harmless: any origin can read it. */
  isUpgrade: boolean
  /**
   * `Sec-Fetch-Site` and `Sec-Fetch-Dest`: a browser says in them which site makes the request and for what. It sends them
   * even without an Origin, such as for an image.
   */
  fetchSite?: string | undefined
  fetchDest?: string | undefined
  /** `Sec-Purpose`: a page lets the browser load in advance what the user may open next. */
  purpose?: string | undefined
  /** `Access-Control-Request-Method` and `Access-Control-Request-Headers`. */
  asksFor?: string | undefined
  asksForHeaders?: string | undefined
}

/** What the guard reads of a request, wherever the request comes in. */
export const guardedBy = (
  request: { method: string; path: string },
  header: (name: string) => string | undefined,
): GuardedRequest => ({
  ...request,
  host: header('host'),
  origin: header('origin'),
  fetchSite: header('sec-fetch-site'),
  fetchDest: header('sec-fetch-dest'),
  purpose: header('sec-purpose'),
  asksFor: header('access-control-request-method'),
  asksForHeaders: header('access-control-request-headers'),
  isUpgrade: false,
})

/** A request to an endpoint, or for the live socket. */
export const guarded = ({ method = '', url = '', headers, socket }: IncomingMessage): GuardedRequest => ({
  ...guardedBy({ method, path: originForm(url) }, (name) => headers[name]?.toString()),
  targetHost: hostIn(url),
  localAddress: socket.localAddress,
})

/** A request to an endpoint whose head could not be read as a whole. */
export const guardedHead = ({ method, target, headers }: UnreadHead, socket: Duplex): GuardedRequest => ({
  ...guardedBy({ method, path: originForm(target) }, (name) => headerOf(headers, name)),
  targetHost: hostIn(target),
  localAddress: 'localAddress' in socket ? String(socket.localAddress) : undefined,
})

/**
 * The paths whose requests are never harmless, whatever their method: an endpoint or the emulated API records them, and they
 * may use up a step of a reply or an armed error. Pages of allowed origins may only use these paths, since the others read
 * the record or change the sandbox.
 */
const isRecorded = (path: string) =>
  path.startsWith('/in/') || (path.startsWith(platformPrefix) && withoutPrefix(path) !== path)

/** A browser asks in this way whether a page may send a request. */
const isQuestion = ({ method, asksFor }: GuardedRequest) => method === 'OPTIONS' && asksFor !== undefined

/** Checks the Host and the Origin of requests by the settings. */
export function createGuard({ host, allowed_hosts, allowed_origins, public_url }: Settings) {
  const names = new Set(
    [host, ...allowed_hosts, ...(public_url === null ? [] : [hostOf(public_url)])].map((name) =>
      name.toLowerCase(),
    ),
  )

  let last: { host: string; name: string | undefined } = { host: '', name: undefined }

  /**
   * Whether requests may use this host name. A web page that makes its name resolve to this machine (DNS rebinding) sends its
   * own name.
   */
  function isOwnHost(host: string, arrivedAt: string | undefined): boolean {
    // Nearly all requests come with the host of the one before.
    if (last.host !== host) last = { host, name: nameOf(hostAsRead(host)) }
    const { name } = last
    if (name === undefined) return false
    if (name === 'localhost' || name.endsWith('.localhost') || names.has(name)) return true
    return isIP(name) !== 0 && (isLoopback(name) || name === arrivedAt?.replace(/^::ffff:/, ''))
  }

  const isAllowed = ({ origin, path, isUpgrade }: GuardedRequest) =>
    origin !== undefined && !isUpgrade && isRecorded(path) && allowed_origins.includes(origin)

  return {
    /** The refusal of a request that a foreign web page may have made, or undefined. */
    refusal(request: GuardedRequest): Failure | undefined {
      // HTTP/1.0 may omit the Host. A browser always sends it.
      const foreign = [request.host, request.targetHost].find(
        (host) => host !== undefined && !isOwnHost(host, request.localAddress),
      )
      if (foreign !== undefined) {
        return new Failure(
          'host_refused',
          `The host ${foreign.slice(0, 200)} does not belong to this machine.`,
        )
      }
      const isSafe = safeMethods.includes(request.method)
      if (isSafe && !request.isUpgrade && !isRecorded(request.path)) return undefined
      if (request.origin === undefined)
        return isOfPageElsewhere(request, isSafe)
          ? new Failure('origin_refused', 'A web page of another origin may not do this.')
          : undefined
      if (request.host !== undefined && isOrigin(request.origin, request.host)) return undefined
      if (isAllowed(request)) return undefined
      return new Failure('origin_refused', `A web page of ${request.origin.slice(0, 200)} may not do this.`)
    },

    /** The headers that let a page of an allowed origin read the response (CORS); undefined for other requests. */
    sharing(request: GuardedRequest): Record<string, string> | undefined {
      if (!isAllowed(request) || request.origin === undefined) return undefined
      const shared = { 'access-control-allow-origin': request.origin, vary: 'Origin' }
      if (!isQuestion(request)) return { ...shared, 'access-control-expose-headers': '*' }
      return {
        ...shared,
        'access-control-allow-methods': request.asksFor ?? '',
        // Not *, which leaves out Authorization.
        ...(request.asksForHeaders !== undefined && {
          'access-control-allow-headers': request.asksForHeaders,
        }),
      }
    },
    /** Whether the headers of {@link sharing} are the whole response: the page has not sent its request yet. */
    isQuestion,
  }
}

/**
 * Whether a foreign page made the browser send this. A navigation is the user's own request, such as at the end of a login,
 * unless it submits a form, or the page has it loaded in advance.
 */
const isOfPageElsewhere = ({ fetchSite, fetchDest, purpose }: GuardedRequest, isSafe: boolean): boolean =>
  (fetchSite === 'cross-site' || fetchSite === 'same-site') &&
  !(isSafe && fetchDest === 'document' && purpose === undefined)

/** Whether this Host serves pages of this origin. The default port may be written or omitted. */
function isOrigin(origin: string, host: string): boolean {
  if (!URL.canParse(origin)) return false
  const { protocol, host: from } = new URL(origin)
  const own = `${protocol}//${host}`
  return from !== '' && URL.canParse(own) && new URL(own).host === from
}
