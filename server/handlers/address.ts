/** Where a receiver listens. */
export interface Address {
  /** null where nothing says it: 3000 then. */
  port: number | null
  /** Undefined where nothing says it. */
  path: string | undefined
  /** What is to be said of it. */
  note: string[]
}

/** Letters that no router takes for a part of a pattern. */
const plain = /^\/[\w.~/-]*$/

const isHere = (hostname: string) => /^(?:localhost|127\.0\.0\.1|\[::1\])$/.test(hostname)

/** The port and the path that a receiver of this URL has to have; those behind a public name are the proxy's to say. */
export function addressOf(url: string | null): Address {
  if (url === null || !URL.canParse(url)) return { port: null, path: undefined, note: [] }
  const { protocol, hostname, port: written, pathname } = new URL(url)
  const usual = isHere(hostname) ? (protocol === 'https:' ? 443 : 80) : null
  const port = written === '' ? usual : Number(written)
  if (plain.test(pathname) && !pathname.includes('//')) return { port, path: pathname, note: [] }
  return {
    port,
    path: undefined,
    note: [`It listens at /webhooks: write the path ${pathname} as your router reads it.`],
  }
}
