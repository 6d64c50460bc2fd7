/** An address as typed, with `http://` before it where it has no scheme, and this machine before a port alone; null for what is no address. */
export function addressOf(typed: string): string | null {
  const text = typed.trim()
  // A port alone would be read as an address of four numbers.
  const here = /^:?(\d{1,5}(?:\/.*)?)$/.exec(text)
  const whole = /^[a-z][a-z\d+.-]*:\/\//i.test(text) ? text : `http://${here ? `localhost:${here[1]}` : text}`
  if (!/^https?:\/\/[^/\s]+/i.test(whole) || /\s/.test(whole) || !URL.canParse(whole)) return null
  const { hostname, port } = new URL(whole)
  // A lone word is no host that anybody has, but for this machine.
  const isHost = /[.:]/.test(hostname) || hostname === 'localhost' || port !== ''
  return isHost || whole === text ? whole : null
}

/** What is said at the field of what is no address. */
export const noAddress = 'That is no address. Write one such as http://localhost:3000/webhooks.'

const loopback = /^(localhost|.*\.localhost|127(\.\d+){3}|\[::1\])$/

/** Whether an address is this sandbox's, under whichever of its names; `page` is where the page comes from. */
export function isOwn(url: string, page: Pick<Location, 'origin' | 'port' | 'protocol'>): boolean {
  const { origin, hostname, port, protocol } = new URL(url)
  return (
    origin === page.origin || (protocol === page.protocol && port === page.port && loopback.test(hostname))
  )
}
