/** Refuses requests that a foreign web page may have made, by their Host, Origin and Sec-Fetch headers. */
import { isIP } from 'node:net'
import { Failure } from '../failures.ts'
import { isLoopback } from './loopback.ts'

const safeMethods = ['GET', 'HEAD', 'OPTIONS', 'TRACE', 'PROPFIND', 'QUERY']

/** The host of a Host header in lower case, without its port and final dot. Undefined if it is not a host. */
function hostnameOf(host: string): string | undefined {
  const match = /^(\[[0-9a-f:.]+\]|[^:[\]/?#@\s]+)(?::\d{1,5})?$/i.exec(host)
  return match?.[1]?.toLowerCase().replace(/^\[|\]$|\.$/g, '')
}

/**
 * Whether requests may use this host name. A web page that makes its name resolve to this machine (DNS rebinding) sends its
 * own name.
 */
function isOwnHost(
  host: string,
  own: { listen: string; arrivedAt: string | undefined; allowed: readonly string[] },
): boolean {
  const name = hostnameOf(host)
  if (name === undefined) return false
  if (name === 'localhost' || name.endsWith('.localhost')) return true
  if (isIP(name) !== 0 && (isLoopback(name) || name === own.arrivedAt?.replace(/^::ffff:/, ''))) return true
  return [...own.allowed, own.listen].some((one) => one.toLowerCase() === name)
}

export interface GuardedRequest {
  method: string
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
}

/** The refusal of a request that a foreign web page may have made, or undefined. */
export function guard(
  request: GuardedRequest,
  config: { host: string; allowed_hosts: readonly string[] },
): Failure | undefined {
  // HTTP/1.0 may omit the Host. A browser always sends it.
  if (
    request.host !== undefined &&
    !isOwnHost(request.host, {
      listen: config.host,
      arrivedAt: request.localAddress,
      allowed: config.allowed_hosts,
    })
  ) {
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
  return new Failure('origin_refused', `A web page of ${request.origin.slice(0, 200)} may not do this.`)
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
