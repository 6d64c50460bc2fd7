/** Refuses requests that a foreign web page may have made, by their Host, Origin and Sec-Fetch headers. */
import type { IncomingMessage } from 'node:http'
import { isIP } from 'node:net'
import type { Duplex } from 'node:stream'
import { Failure } from '../failures.ts'
import { headerOf } from '../wire/header-pairs.ts'
import { isLoopback } from './loopback.ts'
import { originForm } from './origin-form.ts'
import { hostOf } from './origins.ts'
import { platformPrefix, withoutPrefix } from './prefix.ts'
import type { UnreadHead } from './unread-head.ts'

const safeMethods = ['GET', 'HEAD', 'OPTIONS', 'TRACE', 'PROPFIND', 'QUERY']

/** The host of a Host header in lower case, without its port and final dot. Undefined if it is not a host. */
function hostnameOf(host: string): string | undefined {
  const match = /^(\[[0-9a-f:.]+\]|[^:[\]/?#@\s]+)(?::\d{1,5})?$/i.exec(host)
  return match?.[1]?.toLowerCase().replace(/^\[|\]$|\.$/g, '')
}

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
  origin: string | undefined
  /** The address at which the request arrived. It always belongs to this machine. */
  localAddress?: string | undefined
  /** A WebSocket is never harmless: any origin can read it. */
  isUpgrade: boolean
  /** A request to an endpoint is never harmless: the sandbox records it, and it advances the steps of a reply. */
  isCaptured?: boolean
  /**
   * `Sec-Fetch-Site` and `Sec-Fetch-Dest`: a browser says in them which site makes the request and for what. It sends them
   * even without an Origin, such as for an image.
   */
  fetchSite?: string | undefined
  fetchDest?: string | undefined
  /** `Access-Control-Request-Method` and `Access-Control-Request-Headers`. */
  asksFor?: string | undefined
  asksForHeaders?: string | undefined
}

/** A request to an endpoint, or for the live socket. */
export const guarded = (
  { method = '', url = '', headers, socket }: IncomingMessage,
  { isUpgrade }: { isUpgrade: boolean },
): GuardedRequest => ({
  method,
  path: originForm(url),
  host: headers.host,
  origin: headers.origin,
  fetchSite: headers['sec-fetch-site'],
  fetchDest: headers['sec-fetch-dest'],
  asksFor: headers['access-control-request-method'],
  asksForHeaders: headers['access-control-request-headers'],
  localAddress: socket.localAddress,
  isUpgrade,
  isCaptured: !isUpgrade,
})

/** A request to an endpoint whose head could not be read as a whole. */
export const guardedHead = ({ method, target, headers }: UnreadHead, socket: Duplex): GuardedRequest => ({
  method,
  path: originForm(target),
  host: headerOf(headers, 'host'),
  origin: headerOf(headers, 'origin'),
  localAddress: 'localAddress' in socket ? String(socket.localAddress) : undefined,
  isUpgrade: false,
  isCaptured: true,
})

/** The paths that pages of allowed origins may use. Everything else could read the record or change the sandbox. */
const isShared = (path: string) =>
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

  /**
   * Whether requests may use this host name. A web page that makes its name resolve to this machine (DNS rebinding) sends its
   * own name.
   */
  function isOwnHost(host: string, arrivedAt: string | undefined): boolean {
    const name = hostnameOf(host)
    if (name === undefined) return false
    if (name === 'localhost' || name.endsWith('.localhost') || names.has(name)) return true
    return isIP(name) !== 0 && (isLoopback(name) || name === arrivedAt?.replace(/^::ffff:/, ''))
  }

  const isAllowed = ({ origin, path, isUpgrade }: GuardedRequest) =>
    origin !== undefined && !isUpgrade && isShared(path) && allowed_origins.includes(origin)

  return {
    /** The refusal of a request that a foreign web page may have made, or undefined. */
    refusal(request: GuardedRequest): Failure | undefined {
      // HTTP/1.0 may omit the Host. A browser always sends it.
      if (request.host !== undefined && !isOwnHost(request.host, request.localAddress)) {
        return new Failure(
          'host_refused',
          `The host ${request.host.slice(0, 200)} does not belong to this machine.`,
        )
      }
      if (safeMethods.includes(request.method) && !request.isUpgrade && !request.isCaptured) return undefined
      if (request.origin === undefined)
        return isOfPageElsewhere(request)
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
 * Whether a foreign page made the browser send this. A navigation is the user's own request, such as at the end of a login.
 */
const isOfPageElsewhere = ({ fetchSite, fetchDest }: GuardedRequest): boolean =>
  (fetchSite === 'cross-site' || fetchSite === 'same-site') && fetchDest !== 'document'

/** Whether this Host serves pages of this origin. The default port may be written or omitted. */
function isOrigin(origin: string, host: string): boolean {
  if (!URL.canParse(origin)) return false
  const { protocol, host: from } = new URL(origin)
  const own = `${protocol}//${host}`
  return from !== '' && URL.canParse(own) && new URL(own).host === from
}
