import type { Entry } from '../live/entries.ts'

/** A filter that keeps what is like a thing in one way. */
export interface Likeness {
  /** What it keeps, such as `the same event`. */
  title: string
  term: string
}

const term = (name: string, value: string | number | null | undefined): string | null => {
  if (value === null || value === undefined || value === '') return null
  return `${name}:${/\s/.test(`${value}`) ? `"${value}"` : value}`
}

function terms(entry: Entry): [title: string, term: string | null][] {
  switch (entry.kind) {
    case 'event': {
      const { event, source, run_id } = entry.data
      return [
        ['the same event', term('event', event)],
        ['its area', term('event', `${event.split('.')[0]}.*`)],
        ['made by the same', term('source', source)],
        ['of the same run', term('run_id', run_id)],
      ]
    }
    case 'delivery': {
      const { event, subscription_id, state, event_id, last_outcome: outcome } = entry.data
      return [
        ['the same event', term('event', event)],
        ['its area', term('event', `${event.split('.')[0]}.*`)],
        ['to the same subscription', term('subscription_id', subscription_id)],
        ['in the same state', term('state', state)],
        ['answered the same status', outcome?.kind === 'responded' ? term('status', outcome.status) : null],
        ['of this one event', term('event_id', event_id)],
      ]
    }
    case 'capture': {
      const { endpoint, event, verdict, reply, method, path, mistakes, delivery_id, webhook_id } = entry.data
      const cause = (verdict.causes.find(({ proved }) => proved) ?? verdict.causes[0])?.cause
      return [
        ['the same event', term('event', event)],
        ['at the same endpoint', term('endpoint', endpoint)],
        ['the same verdict', term('verdict', verdict.result)],
        ['failed for the same cause', verdict.result === 'failed' ? term('cause', cause) : null],
        ...mistakes.map((one): [string, string | null] => [
          'with the same mistake',
          term('mistake', one.mistake),
        ]),
        ['answered the same status', term('status', reply.status)],
        ['with the same id, retries too', term('webhook_id', webhook_id)],
        ['of the same delivery', term('delivery_id', delivery_id)],
        ['to the same path', path === `/in/${endpoint}` ? null : term('path', path)],
        ['with the same method', method === 'POST' ? null : term('method', method)],
      ]
    }
    case 'call': {
      const { method, path, status, error_code, identity } = entry.data
      return [
        ['the same method', term('method', method)],
        ['to the same path', term('path', path)],
        ['answered the same status', status === 0 ? null : term('status', status)],
        ['with the same error', term('code', error_code)],
        ['by the same identity', term('identity', identity)],
      ]
    }
  }
}

/** The filters that keep what is like a thing, what one looks for most first. */
export const likeThis = (entry: Entry): Likeness[] =>
  terms(entry).flatMap(([title, term]) => (term === null ? [] : [{ title, term }]))
