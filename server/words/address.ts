/** Reads addresses as people type them: a URL, a host, or a port alone. */

/** The URL of a typed address: `http://localhost:3000/hook` for `:3000/hook`. Null for text that is not an address. */
export function addressOf(typed: string): string | null {
  const text = typed.trim()
  // The URL parser would read a port alone as an IPv4 address.
  const here = /^:?(\d{1,5}(?:[/?].*)?)$/.exec(text)
  const whole = /^[a-z][a-z\d+.-]*:\/\//i.test(text) ? text : `http://${here ? `localhost:${here[1]}` : text}`
  if (!/^https?:\/\/[^/\s]+/i.test(whole) || /\s/.test(whole) || !URL.canParse(whole)) return null
  const { hostname, port } = new URL(whole)
  // A single word is not a host, except this machine.
  const isHost = /[.:]/.test(hostname) || hostname === 'localhost' || port !== ''
  return isHost || whole === text ? whole : null
}

/** A URL with one name for this machine, so that equal addresses are equal texts. */
const canonical = (url: string): string =>
  URL.canParse(url)
    ? new URL(url).href.replace(/^(https?:\/\/)(?:127\.0\.0\.1|\[::1\])(?=[:/])/, '$1localhost')
    : url

/** Whether two URLs lead to the same place. All loopback names are the same host. */
export const isSameAddress = (one: string, other: string): boolean => canonical(one) === canonical(other)

const loopback = /^(?:localhost|.*\.localhost|127(?:\.\d+){3}|\[::1\])$/

/** Whether a URL leads to the sandbox at the origin `own`, under any name of this machine. */
export function isOwnAddress(url: string, own: string): boolean {
  const [asked, here] = [new URL(url), new URL(own)]
  return (
    asked.origin === here.origin ||
    (asked.protocol === here.protocol && asked.port === here.port && loopback.test(asked.hostname))
  )
}

/** A host in short: its port alone for this machine, whatever its name. */
export const hostName = ({ hostname, port, host }: URL): string =>
  loopback.test(hostname) ? `:${port || '80'}` : host

/** The problem shown at the field of an invalid address. */
export const noAddress = 'Not a valid URL. Write one such as http://localhost:3000/webhooks.'
