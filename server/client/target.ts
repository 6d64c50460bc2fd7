import { isIP } from 'node:net'
import { networks } from '../memory/networks.ts'
import { basicLogin } from '../schema/fields.ts'
import { boundPlaces } from './remembered.ts'

/** Where a request goes and through what. */
export interface Target {
  /** What stands in the request line. */
  requestTarget: string
  /** What stands before a path there: nothing, or the origin where a proxy is asked. */
  prefix: string
  /** The name or address without brackets. */
  host: string
  port: number
  tls: boolean
  /** Connections with the same key may carry each other's requests. */
  key: string
  proxy: ProxyAddress | null
  /** A line for a proxy that forwards plain HTTP; null where there is none to say. */
  plainProxyHeader: string | null
}
export interface ProxyAddress {
  /** Host and port, as people are told it. */
  name: string
  host: string
  port: number
  /** The value of Proxy-Authorization, or null. */
  authorization: string | null
}

/**
 * Answers where an address leads. `proxy` is an http: address with or without a user; environment variables count for nothing.
 * An entry of `noProxy` is a host (`api.test`, its subdomains included; `.api.test` is the same), an address, a network
 * (`10.0.0.0/8`) or `*`, each with or without `:port`. Nothing is exempt by itself, loopback neither: what one asks for is done.
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
    // A proxy is asked by the whole address (RFC 9112, 3.2.2).
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

/** An entry of `noProxy`, taken apart: a host without brackets, and the port where it names one. */
function partsOf(text: string): { name: string; port: string | undefined } {
  const [, name = '', port] = /^(.*?)(?::(\d+))?$/.exec(isIP(text) === 6 ? `[${text}]` : text.trim()) ?? []
  return { name: name.toLowerCase().replace(/^\[|\]$/g, ''), port }
}

/** Whether a text can stand in `noProxy`. */
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
