/** Finds what a forward or replay changed in a captured request. */
import { originForm } from '../../http/origin-form.ts'
import type { Exchange, ExchangeChange, HeaderPair } from '../../wire.ts'
import { exchangeChangeWords } from '../../words/reply.ts'

interface Head {
  http_version: string
  headers: readonly HeaderPair[]
  trailers: readonly HeaderPair[]
}

/**
 * What a forward or replay removed or changed, as facts. Replaced parts, such as the host, appear in the request itself.
 *
 * @param came with its target as sent, if that differs from path and query joined
 */
export function changesOf(came: Head & { target: string | null }, sent: Head): Exchange['changes'] {
  const { target } = came
  const headers = missing(came.headers, sent.headers)
  const trailers = missing(came.trailers, sent.trailers)
  const isHosted = ({ headers }: Head) => headers.some(([name]) => name.toLowerCase() === 'host')
  const isAddedTo = came.http_version === sent.http_version && isHosted(sent) && !isHosted(came)
  const [cameAs, sentAs] = [came.http_version, sent.http_version]
  const found: (ExchangeChange | false)[] = [
    isAddedTo && { code: 'host_added' },
    target !== null && originForm(target) !== target && { code: 'path_alone', came: target },
    cameAs !== sentAs && { code: 'http_version', came: cameAs, sent: sentAs },
    headers.length > 0 && { code: 'headers_left_out', names: headers },
    trailers.length > 0 && { code: 'trailers_left_out', names: trailers },
  ]
  return found.filter((one) => one !== false).map((one) => ({ ...one, detail: exchangeChangeWords(one) }))
}

/** The names that occur less often, each once, as they were sent. */
function missing(came: readonly HeaderPair[], sent: readonly HeaderPair[]): string[] {
  const left = new Map<string, number>()
  for (const [name] of sent) left.set(name.toLowerCase(), (left.get(name.toLowerCase()) ?? 0) + 1)
  const names = new Map<string, string>()
  for (const [name] of came) {
    const key = name.toLowerCase()
    const count = left.get(key) ?? 0
    left.set(key, count - 1)
    if (count <= 0 && !names.has(key)) names.set(key, name)
  }
  return [...names.values()]
}
