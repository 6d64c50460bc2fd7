/** Derives findings from the newest response alone. */
import { jsonIn } from '../json/json-changes.ts'
import type { Attempt, Fact, Found } from '../wire.ts'
import { knownBy, type NewestAnswer } from './answers.ts'
import { linesOf, lineWith, readBytes } from './lines.ts'
import { refusalFact } from './refusal.ts'

interface Asked extends Pick<NewestAnswer, 'endpoint' | 'isSpoilt'> {
  newest: Pick<Attempt, 'number' | 'outcome' | 'fault'>
  /** The newest attempt before it to which the port was open, if any. */
  before: Pick<Attempt, 'number' | 'outcome' | 'fault'> | undefined
  /** The statuses that count as delivered. */
  success: readonly number[]
  answered(status: number): NewestAnswer | undefined
}

/** What the newest attempt of a delivery shows about the receiver by itself. */
export function newestFindings({ newest, before, success, isSpoilt, endpoint, answered }: Asked): Found[] {
  const { number, outcome, fault } = newest
  if (outcome?.kind === 'timed_out' && outcome.phase === 'waiting' && fault === null && endpoint === null)
    return [{ code: 'answered_late', evidence: {}, attempts: [number] }]
  if (outcome?.kind === 'refused' && before !== undefined && isCrash(before) && isClosed(outcome))
    return [{ code: 'stopped_listening', evidence: {}, attempts: [before.number, number] }]
  if (outcome?.kind !== 'responded') return []
  const { status } = outcome
  const isSuccess = success.includes(status)
  // A correct receiver may refuse any other fault.
  if (!isSuccess && fault !== null && !(isSpoilt && status >= 300)) return []
  const answer = answered(status)
  if (answer === undefined) return []
  const fact = isSuccess
    ? successFact(answer)
    : status < 300
      ? uncounted(status, success)
      : refusalFact(answer)
  return fact ? [{ ...fact, attempts: [number] }] : []
}

/** Whether the receiver took the request, and closed the connection without an answer. */
const isCrash = ({ outcome, fault }: Pick<Attempt, 'outcome' | 'fault'>): boolean =>
  outcome?.kind === 'reset' && outcome.proxy === undefined && fault === null

const isClosed = ({ code, proxy }: { code: string; proxy?: string | undefined }): boolean =>
  code === 'ECONNREFUSED' && proxy === undefined

const uncounted = (status: number, success: readonly number[]): Fact => ({
  code: 'counts_as_failure',
  evidence: { status, success: [...success] },
})

/** A success that the receiver did not mean, or did not send itself. */
function successFact({ sent: { method, url }, answer }: NewestAnswer): Fact | undefined {
  const text = answer.body.subarray(0, readBytes).toString('utf8')
  const line = errorIn(text)
  // A correct receiver may answer success to a known event, and mention that it did nothing.
  if (line !== undefined && knownBy(answer) === undefined)
    return { code: 'success_with_error', evidence: { line } }
  // A web server may answer any path with a page.
  const isPage = /^\s*<(?:!doctype html|html)\b/i.test(text)
  return isPage ? { code: 'answered_by_page', evidence: { method, url } } : undefined
}

/** How PHP shows a fatal error after it has sent the head. */
const ofPhp = /^(?:PHP )?(?:Fatal|Parse) error\b/

/** The place where a response says that it is an error. */
function errorIn(text: string): string | undefined {
  const fatal = text.includes(' error') && /^\s*(?:<br|PHP |Fatal |Parse )|<b>Fatal error<\/b>/.test(text)
  if (fatal) return lineWith(linesOf(text), (line) => line.text.search(ofPhp))
  const json = jsonIn(text)?.value
  if (typeof json !== 'object' || json === null) return undefined
  const telling = Object.entries(json).find(
    ([name, value]) =>
      (/^(?:success|ok|valid|verified)$/i.test(name) && value === false) ||
      (/^errors?$/i.test(name) && Boolean(value) && !/^(?:\[\]|\{\})$/.test(JSON.stringify(value))) ||
      (/^(?:status|result)$/i.test(name) && /^(?:error|fail|failed|failure)$/i.test(`${value}`)),
  )
  return telling && JSON.stringify({ [telling[0]]: telling[1] }).slice(0, 160)
}
