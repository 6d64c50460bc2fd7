import type { Server } from 'node:http'
import type { Config } from './config.ts'

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
export function ownOriginsOf(baseUrl: string, config: Pick<Config, 'host' | 'allowed_hosts'>): string[] {
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

/** Where the receivers were and where they are now, by each name of this machine. */
export function movedReceivers(from: string, to: string): [from: string, to: string][] {
  const named = (url: string, host: string) => url.replace(/\/\/(?:\[[^\]]*\]|[^:/]*)/, `//${host}`)
  const byName = ['127.0.0.1', 'localhost', '[::1]'].map(
    (host) => [named(from, host), named(to, host)] as const,
  )
  const pairs = new Map([...byName, [from, to] as const])
  return [...pairs].map(([old, now]) => [`${old}/in/`, `${now}/in/`])
}

/** Where a receiver that is named by one of these origins is really found, undefined for anybody else's. */
export function movedTo(origins: readonly string[], base: string) {
  return (url: string): string | undefined => {
    const origin = origins.find((one) => url.startsWith(`${one}/in/`))
    return origin === undefined ? undefined : base + url.slice(origin.length)
  }
}
