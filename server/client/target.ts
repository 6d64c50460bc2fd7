/** Decides where a request goes, and through which proxy. */
import { isIP } from 'node:net'
import { networks } from '../memory/networks.ts'
import { basicLogin } from '../schema/fields.ts'
import { boundPlaces } from './remembered.ts'

/** The destination of a request and the way there. */
export interface Target {
  /** The target in the request line. */
  requestTarget: string
  /** The text before a path there: empty, or the origin for a proxy. */
  prefix: string
  /** The name, or the address without brackets. */
  host: string
  port: number
  tls: boolean
  /** Connections with the same key can carry each other's requests. */
  key: string
  proxy: ProxyAddress | null
  /** A header line for a proxy that forwards plain HTTP, or null. */
  plainProxyHeader: string | null
}
export interface ProxyAddress {
  /** Host and port for messages. */
  name: string
  host: string
  port: number
  /** The value of Proxy-Authorization, or null. */
  authorization: string | null
}

/**
 * Finds the target of a URL. `proxy` is an http: URL with or without a user; environment variables have no effect. An entry
 * of `noProxy` is a host (`api.test` or `.api.test`, both with subdomains), an address, a network (`10.0.0.0/8`) or `*`,
 * each with an optional `:port`. Nothing is exempt by default, not even loopback.
 */
export function createTargets({ proxy, noProxy }: { proxy: string | null; noProxy: readonly string[] }) {
  const known = new Map<string, Target>()
  const through = proxy === null ? null : proxyOf(new URL(proxy))
  const exempt = noProxy.map(exemption)

  function resolve(text: string): Target {
    const url = new URL(text)
    const tls = url.protocol === 'https:'
    const host = url.hostname.replace(/^\[|\]$/g, '')
    const port = url.port === '' ? (tls ? 443 : 80) : Number(url.port)
    const used = through && !exempt.some((covers) => covers(host, port)) ? through : null
    const path = `${url.pathname}${url.search}`
    const forwarded = used !== null && !tls
    // A proxy gets the whole URL (RFC 9112, 3.2.2).
    const prefix = forwarded ? `http://${url.host}` : ''
    return {
      requestTarget: prefix + path,
      prefix,
      host,
      port,
      tls,
      key: `${url.protocol}//${url.host}${used ? ' by proxy' : ''}`,
      proxy: used,
      plainProxyHeader:
        forwarded && used.authorization ? `Proxy-Authorization: ${used.authorization}\r\n` : null,
    }
  }

  return (url: string): Target => {
    const found = known.get(url)
    if (found) return found
    const target = resolve(url)
    known.set(url, target)
    boundPlaces(known)
    return target
  }
}

function proxyOf(url: URL): ProxyAddress {
  const port = url.port === '' ? 80 : Number(url.port)
  return {
    name: `${url.hostname}:${port}`,
    host: url.hostname.replace(/^\[|\]$/g, ''),
    port,
    authorization: basicLogin(url) ?? null,
  }
}

/** The parts of a `noProxy` entry: a host without brackets, and the port if given. */
function partsOf(text: string): { name: string; port: string | undefined } {
  const [, name = '', port] = /^(.*?)(?::(\d+))?$/.exec(isIP(text) === 6 ? `[${text}]` : text.trim()) ?? []
  return { name: name.toLowerCase().replace(/^\[|\]$/g, ''), port }
}

/** Whether a text is a valid entry of `noProxy`. */
export function isExemption(text: string): boolean {
  const { name, port = '0' } = partsOf(text)
  if (Number(port) > 65_535) return false
  const [network = '', bits, ...more] = name.split('/')
  if (bits === undefined) return isIP(name) !== 0 || /^[^\s:[\]]+$/.test(name)
  const most = isIP(network) === 6 ? 128 : 32
  return more.length === 0 && isIP(network) !== 0 && /^\d{1,3}$/.test(bits) && Number(bits) <= most
}

function exemption(text: string): (host: string, port: number) => boolean {
  const { name, port } = partsOf(text)
  const covers = hostRule(name)
  return (host, itsPort) => covers(host) && (port === undefined || Number(port) === itsPort)
}

function hostRule(name: string): (host: string) => boolean {
  if (name === '*') return () => true
  const [network = ''] = name.split('/')
  if (isIP(network) !== 0) {
    const isIn = networks(name)
    return (host) => isIP(host) !== 0 && isIn(host)
  }
  const bare = name.replace(/^\*?\./, '')
  return (host) => {
    const named = host.replace(/\.$/, '')
    return named === bare || named.endsWith(`.${bare}`)
  }
}
