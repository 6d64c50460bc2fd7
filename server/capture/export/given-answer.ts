import type { CaptureRow, Exchange } from '../../wire.ts'
import { passedHeaders } from '../forward/outgoing.ts'

/** How the rule of an answer begins that came from where a request was passed on to. */
const passedRule = 'forwarded to '

/** Whether the answer that the sender got came from elsewhere, and so is kept. */
export const isPassedAnswer = ({ reply }: Pick<CaptureRow, 'reply'>): boolean =>
  reply.rule.startsWith(passedRule)

/**
 * The answer that the sender got, as far as it is kept: that of the address which the rule names, without the headers of that
 * connection. Null where several addresses of one host were asked, which the rule does not tell apart.
 */
export function givenAnswer(
  { reply }: Pick<CaptureRow, 'reply'>,
  exchanges: readonly Exchange[],
): Exchange['response'] {
  const to = reply.rule.slice(passedRule.length)
  const [found, ...others] = exchanges.filter(({ kind, url }) => kind === 'forward' && isAt(to, url))
  const response = others.length === 0 ? found?.response : undefined
  return response ? { ...response, headers: passedHeaders(response.headers) } : null
}

/** Whether what begins with an address, `http://127.0.0.1:3000/hook: 200`, names the host of another. */
function isAt(to: string, url: string): boolean {
  const origin = /^https?:\/\/[^/?#]+/i.exec(url)?.[0]
  return origin !== undefined && to.startsWith(origin) && /^(?:[/?]|: )/.test(to.slice(origin.length))
}
