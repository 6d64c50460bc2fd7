/** Knows the addresses of this sandbox: its origins, and the endpoint that a URL leads to. */
import type { Server } from 'node:http'

const portOf = (server: Server): number => {
  const address = server.address()
  return typeof address === 'object' && address !== null ? address.port : 0
}

/** The host of a URL, without the brackets of an IPv6 address. */
export const hostOf = (url: string): string => new URL(url).hostname.replace(/^\[|\]$/g, '')

const bracketed = (host: string) => (host.includes(':') ? `[${host}]` : host)

/** The URL of a listening sandbox. A sandbox that listens on all addresses is reached by loopback. */
export function urlOf(server: Server, host: string): string {
  const reached = host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '::1' : host
  return `http://${bracketed(reached)}:${portOf(server)}`
}

/** Every origin by which this sandbox can be reached. */
export function ownOriginsOf(
  baseUrl: string,
  config: { host: string; allowed_hosts: readonly string[]; public_url: string | null },
): string[] {
  const port = new URL(baseUrl).port || '80'
  const here = ['127.0.0.1', 'localhost', '::1', config.host].map(
    (host) => `http://${bracketed(host)}:${port}`,
  )
  const elsewhere = config.allowed_hosts
    .map(bracketed)
    .flatMap((host) => [`http://${host}`, `https://${host}`, `http://${host}:${port}`])
  return [...new Set([...here, ...elsewhere, ...(config.public_url === null ? [] : [config.public_url])])]
}

/** The endpoint name in a path, or undefined. */
const endpointIn = ({ pathname }: URL): string | undefined => /^\/in\/([^/]+)/.exec(pathname)?.[1]

const mostRemembered = 1000

/**
 * Finds the endpoint of the sandbox that a URL leads to, or undefined. URLs are compared as requested: host in any case,
 * without credentials, path without dot segments. Each URL is parsed once.
 * @param origins the sandbox's own origins
 */
export function endpointsAt(origins: readonly string[]): (url: string) => string | undefined {
  const own = new Set(origins.map((origin) => new URL(origin).origin))
  const remembered = new Map<string, string | undefined>()
  return (text) => {
    const known = remembered.get(text)
    if (known !== undefined || remembered.has(text)) return known
    const url = URL.canParse(text) ? new URL(text) : undefined
    const name = url && own.has(url.origin) ? endpointIn(url) : undefined
    if (remembered.size >= mostRemembered) remembered.clear()
    remembered.set(text, name)
    return name
  }
}

/** The URL of the same endpoint at the address `base`. */
export function addressAt(base: string, url: string): string {
  const { pathname, search } = new URL(url)
  return base + pathname + search
}

const localNames: readonly string[] = ['127.0.0.1', 'localhost', '[::1]']

/**
 * Maps the URL of an endpoint to its URL after the sandbox moved, by any name of this machine. Undefined for other URLs.
 */
export function movedReceivers(from: string, to: string): (address: string) => string | undefined {
  const [old, now] = [new URL(from), new URL(to)]
  return (address) => {
    const url = URL.canParse(address) ? new URL(address) : old
    if (url.protocol !== old.protocol || url.port !== old.port || endpointIn(url) === undefined)
      return undefined
    const isOld = url.hostname === old.hostname
    if (!isOld && !localNames.includes(url.hostname)) return undefined
    if (isOld || !localNames.includes(now.hostname)) {
      url.protocol = now.protocol
      url.hostname = now.hostname
    }
    url.port = now.port
    return url.href
  }
}
