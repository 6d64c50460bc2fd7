import type { Capture, Exchange } from '../../server/wire.ts'

type Passed = Pick<Capture, 'endpoint' | 'path' | 'query' | 'reply' | 'exchanges'>

/** Where a capture goes that is passed on to an address: what follows the endpoint's name and the query come behind its own. */
function leadsTo(to: string, { endpoint, path, query }: Passed): string {
  const { origin, pathname, search } = new URL(to)
  const rest = path.slice(`/in/${endpoint}`.length)
  const queries = [search.slice(1), query].filter((text) => text !== '').join('&')
  return `${origin}${rest === '' ? pathname : pathname.replace(/\/$/, '')}${rest}${queries === '' ? '' : `?${queries}`}`
}

/** Of all that a capture was passed on to, the one whose answer its sender got, which the rule tells; undefined where it was none of them. */
function answering(capture: Passed): Exchange | undefined {
  const to = /^forwarded to (\S+): \d{3}/.exec(capture.reply.rule)?.[1]
  if (to === undefined || !URL.canParse(to)) return undefined
  const url = leadsTo(to, capture)
  return capture.exchanges.find(
    (one) => one.kind === 'forward' && one.outcome.kind === 'responded' && one.url === url,
  )
}

/** What a capture was passed on to and sent again as, the one that answered the sender first. */
export function withAnsweringFirst(capture: Passed): { exchange: Exchange; isAnswering: boolean }[] {
  const first = answering(capture)
  const marked = capture.exchanges.map((exchange) => ({ exchange, isAnswering: exchange === first }))
  return [...marked.filter((one) => one.isAnswering), ...marked.filter((one) => !one.isAnswering)]
}
