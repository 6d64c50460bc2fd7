import { originForm } from '../../http/origin-form.ts'
import type { HeaderPair } from '../../wire.ts'

interface Head {
  http_version: string
  headers: readonly HeaderPair[]
  trailers: readonly HeaderPair[]
}

/**
 * What of a captured request did not go on as it had come, in sentences. What was put in another's place, such as the host, the
 * request itself tells.
 *
 * @param came with its target as sent, where that was not path and query put together
 */
export function changesOf(came: Head & { target: string | null }, sent: Head): string[] {
  const { target } = came
  const headers = missing(came.headers, sent.headers)
  const trailers = missing(came.trailers, sent.trailers)
  const isHosted = ({ headers }: Head) => headers.some(([name]) => name.toLowerCase() === 'host')
  const isAddedTo = came.http_version === sent.http_version && isHosted(sent) && !isHosted(came)
  return [
    ...(isAddedTo ? ['It came without a Host, which HTTP/1.1 has to have.'] : []),
    ...(target !== null && originForm(target) !== target
      ? [`It asked for ${target}, as proxies are asked; other servers are asked for the path alone.`]
      : []),
    ...(came.http_version === sent.http_version
      ? []
      : [`It came as HTTP/${came.http_version} and went on as HTTP/${sent.http_version}.`]),
    ...(headers.length === 0 ? [] : [`Without the headers ${headers.join(', ')}.`]),
    ...(trailers.length === 0 ? [] : [`Without the trailers ${trailers.join(', ')}.`]),
  ]
}

/** The names of which there are fewer, each once, as they were sent. */
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
