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

/** Every origin under which the sandbox itself may be addressed. */
export function ownOriginsOf(server: Server, config: Pick<Config, 'host' | 'allowed_hosts'>): string[] {
  const port = portOf(server)
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
