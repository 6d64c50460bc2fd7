import type { Server } from 'node:http'

const portOf = (server: Server): number => {
  const address = server.address()
  return typeof address === 'object' && address !== null ? address.port : 0
}

const bracketed = (host: string) => (host.includes(':') ? `[${host}]` : host)

/** The address to reach a listening sandbox by; one that listens on every address is reached on loopback. */
export function urlOf(server: Server, host: string): string {
  const reached = host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '::1' : host
  return `http://${bracketed(reached)}:${portOf(server)}`
}

/** Every origin under which the sandbox of this address may be addressed. */
export function ownOriginsOf(
  baseUrl: string,
  config: { host: string; allowed_hosts: readonly string[] },
): string[] {
  const port = new URL(baseUrl).port || '80'
  const here = ['127.0.0.1', 'localhost', '::1', config.host].map(
    (host) => `http://${bracketed(host)}:${port}`,
  )
  const elsewhere = config.allowed_hosts.flatMap((host) => [
    `http://${host}`,
    `https://${host}`,
    `http://${host}:${port}`,
  ])
  return [...new Set([...here, ...elsewhere])]
}

/** The name of the endpoint that a path leads to, undefined where it leads elsewhere. */
const endpointIn = ({ pathname }: URL): string | undefined => /^\/in\/([^/]+)/.exec(pathname)?.[1]

const mostRemembered = 1000

/**
 * Tells which endpoint of the sandbox an address leads to, undefined where it leads elsewhere. Addresses are compared as they are
 * requested: the host in any case, a user and password aside, the path without its dots. Each is parsed once.
 * @param origins the sandbox's own
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

/** The address of the same endpoint of a sandbox that is really found at `base`. */
export function addressAt(base: string, url: string): string {
  const { pathname, search } = new URL(url)
  return base + pathname + search
}

const localNames: readonly string[] = ['127.0.0.1', 'localhost', '[::1]']

/** Where the receivers of a sandbox that has moved are now, by each name of this machine; undefined for anybody else's. */
export function movedReceivers(from: string, to: string): (address: string) => string | undefined {
  const [old, now] = [new URL(from), new URL(to)]
  return (address) => {
    const url = URL.canParse(address) ? new URL(address) : old
    if (url.protocol !== old.protocol || url.port !== old.port || endpointIn(url) === undefined)
      return undefined
    if (url.hostname === old.hostname) url.hostname = now.hostname
    else if (!localNames.includes(url.hostname)) return undefined
    url.port = now.port
    return url.href
  }
}
