/** Names receivers: by the description of their subscription, or by what distinguishes their address from the others. */
import { hostName, isOwnAddress } from './address.ts'
import { printable } from './printable.ts'

/** A subscription, as far as it names a receiver. */
interface Named {
  id: string
  url: string
  description: string
}

/** Cuts the middle, since the beginning and the end distinguish names. */
const shortened = (text: string, longest: number): string =>
  printable(
    text.length <= longest
      ? text
      : `${text.slice(0, Math.floor(longest / 2))}…${text.slice(1 - Math.ceil(longest / 2))}`,
  )

/** The port or host of an address, and the pieces of its path. The query may hold secrets, and is never shown. */
function partsOf(url: string, own: string | undefined): string[] {
  if (!URL.canParse(url)) return [shortened(url, 24)]
  const address = new URL(url)
  const isOwn = own !== undefined && isOwnAddress(url, own)
  return [isOwn ? '' : hostName(address), ...address.pathname.split('/').filter((piece) => piece !== '')].map(
    (part) => shortened(part, 24),
  )
}

/** The names that a receiver may have, from short to unmistakable. */
function candidates({ id, url, description }: Named, own: string | undefined): [string, ...string[]] {
  const short = addressName(url, own)
  const numbered = [`${short} (${id.slice(0, 4)})`, `${short} (${id})`]
  const given = shortened(description.trim(), 32)
  return given === ''
    ? [short, partsOf(url, own).join('/'), ...numbered]
    : [given, `${given} · ${short}`, ...numbered]
}

/** `:3000/…/hook`: an address by its port or host and the end of its path. `own` is the address of the sandbox. */
export function addressName(url: string, own?: string): string {
  const [host = '', ...path] = partsOf(url, own)
  return [host, ...(path.length > 2 ? ['…', ...path.slice(-1)] : path)].join('/')
}

/**
 * Names the receiver of a subscription or of its deliveries. No two subscriptions have the same name. A delivery to another
 * address than its subscription's is named by that address.
 */
export function receiverNamer(
  subscriptions: readonly Named[],
  own?: string,
): (delivery: { subscription_id: string; url: string }) => string {
  const named = new Map(subscriptions.map((one) => [one.id, { ...one, names: candidates(one, own), at: 0 }]))
  const nameOf = ({ names, at }: { names: [string, ...string[]]; at: number }) => names[at] ?? names[0]
  for (let changed = true; changed; ) {
    const counts = new Map<string, number>()
    for (const one of named.values()) counts.set(nameOf(one), (counts.get(nameOf(one)) ?? 0) + 1)
    const alike = [...named.values()].filter((one) => (counts.get(nameOf(one)) ?? 0) > 1)
    changed = false
    for (const one of alike.filter(({ names, at }) => at < names.length - 1)) {
      one.at++
      changed = true
    }
  }
  return ({ subscription_id, url }) => {
    const known = named.get(subscription_id)
    return known?.url === url ? nameOf(known) : addressName(url, own)
  }
}
