/** Recognizes the sandbox's own addresses. */

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
