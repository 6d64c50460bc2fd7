import { isIP } from 'node:net'
import { Failure } from '../failures.ts'
import { isLoopback } from './loopback.ts'

const safeMethods = ['GET', 'HEAD', 'OPTIONS', 'TRACE', 'PROPFIND', 'QUERY']

/** The host of a Host header without its port and the dot of a full name, in lower case; undefined when it is none. */
function hostnameOf(host: string): string | undefined {
  const match = /^(\[[0-9a-f:.]+\]|[^:[\]/?#@\s]+)(?::\d{1,5})?$/i.exec(host)
  return match?.[1]?.toLowerCase().replace(/^\[|\]$|\.$/g, '')
}

/**
 * Whether requests may be addressed to this host: a web page that makes its name point at this machine (DNS rebinding)
 * sends its own name, which is none of these.
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
  /** The address at which the request arrived: whatever it is, it is this machine's. */
  localAddress?: string | undefined
  /** A WebSocket is never harmless: it can be read from any origin. */
  isUpgrade: boolean
  /** Nor is what comes to an endpoint: whatever its method, it is recorded and takes a step of a reply. */
  isCaptured?: boolean
  /**
   * `Sec-Fetch-Site` and `Sec-Fetch-Dest`: by these a browser says whose page asks, and what for, also where it sends no Origin,
   * as for an image.
   */
  fetchSite?: string | undefined
  fetchDest?: string | undefined
}

/** The refusal of a request that a web page elsewhere may have made, or undefined. */
export function guard(
  request: GuardedRequest,
  config: { host: string; allowed_hosts: readonly string[] },
): Failure | undefined {
  // HTTP/1.0 needs no Host; a browser always sends one.
  if (
    request.host !== undefined &&
    !isOwnHost(request.host, {
      listen: config.host,
      arrivedAt: request.localAddress,
      allowed: config.allowed_hosts,
    })
  ) {
    return new Failure('host_refused', `The host ${request.host.slice(0, 200)} is none of this machine's.`)
  }
  if (safeMethods.includes(request.method) && !request.isUpgrade && !request.isCaptured) return undefined
  if (request.origin === undefined)
    return isOfPageElsewhere(request)
      ? new Failure('origin_refused', 'A web page of another origin may not do this.')
      : undefined
  if (request.host !== undefined && isOrigin(request.origin, request.host)) return undefined
  return new Failure('origin_refused', `A web page of ${request.origin.slice(0, 200)} may not do this.`)
}

/** Whether a page elsewhere had a browser ask for this. Where somebody goes there it is he who asks, such as at the end of a login. */
const isOfPageElsewhere = ({ fetchSite, fetchDest }: GuardedRequest): boolean =>
  (fetchSite === 'cross-site' || fetchSite === 'same-site') && fetchDest !== 'document'

/** Whether a page of this origin was served under this Host; the port that goes without saying may be said. */
function isOrigin(origin: string, host: string): boolean {
  if (!URL.canParse(origin)) return false
  const { protocol, host: from } = new URL(origin)
  const own = `${protocol}//${host}`
  return from !== '' && URL.canParse(own) && new URL(own).host === from
}
