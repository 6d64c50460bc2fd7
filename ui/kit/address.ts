/** Reads addresses as typed, and recognizes the sandbox's own addresses. */

/** The URL of a typed address, or null if invalid. Adds a missing scheme, and `localhost` before a port alone. */
export function addressOf(typed: string): string | null {
  const text = typed.trim()
  // The URL parser would read a port alone as an IPv4 address.
  const here = /^:?(\d{1,5}(?:\/.*)?)$/.exec(text)
  const whole = /^[a-z][a-z\d+.-]*:\/\//i.test(text) ? text : `http://${here ? `localhost:${here[1]}` : text}`
  if (!/^https?:\/\/[^/\s]+/i.test(whole) || /\s/.test(whole) || !URL.canParse(whole)) return null
  const { hostname, port } = new URL(whole)
  // A single word is not a host, except this machine.
  const isHost = /[.:]/.test(hostname) || hostname === 'localhost' || port !== ''
  return isHost || whole === text ? whole : null
}

/** The problem shown at the field of an invalid address. */
export const noAddress = 'Not a valid URL. Write one such as http://localhost:3000/webhooks.'

const loopback = /^(localhost|.*\.localhost|127(\.\d+){3}|\[::1\])$/

/** Whether a URL leads to this sandbox, under any loopback name. `page` is the location of the page. */
export function isOwn(url: string, page: Pick<Location, 'origin' | 'port' | 'protocol'>): boolean {
  const { origin, hostname, port, protocol } = new URL(url)
  return (
    origin === page.origin || (protocol === page.protocol && port === page.port && loopback.test(hostname))
  )
}
