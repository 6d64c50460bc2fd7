/** Builds filters that keep records similar to a given record. */
import type { Entry } from '../live/entries.ts'

/** A filter that keeps similar records. */
export interface Likeness {
  /** The similarity, such as `the same event`. */
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
        ['the same area', term('event', `${event.split('.')[0]}.*`)],
        ['the same source', term('source', source)],
        ['the same run', term('run_id', run_id)],
      ]
    }
    case 'delivery': {
      const { event, subscription_id, state, event_id, last_outcome: outcome } = entry.data
      return [
        ['the same event', term('event', event)],
        ['the same area', term('event', `${event.split('.')[0]}.*`)],
        ['the same subscription', term('subscription_id', subscription_id)],
        ['the same state', term('state', state)],
        ['the same status', outcome?.kind === 'responded' ? term('status', outcome.status) : null],
        ['this event', term('event_id', event_id)],
      ]
    }
    case 'capture': {
      const { endpoint, event, verdict, reply, method, path, mistakes, delivery_id, webhook_id } = entry.data
      const cause = (verdict.causes.find(({ proved }) => proved) ?? verdict.causes[0])?.cause
      return [
        ['the same event', term('event', event)],
        ['the same endpoint', term('endpoint', endpoint)],
        ['the same verdict', term('verdict', verdict.result)],
        ['the same cause of failure', verdict.result === 'failed' ? term('cause', cause) : null],
        ...mistakes.map((one): [string, string | null] => ['the same mistake', term('mistake', one.mistake)]),
        ['the same status', term('status', reply.status)],
        ['the same id, including retries', term('webhook_id', webhook_id)],
        ['the same delivery', term('delivery_id', delivery_id)],
        ['the same path', path === `/in/${endpoint}` ? null : term('path', path)],
        ['the same method', method === 'POST' ? null : term('method', method)],
      ]
    }
    case 'call': {
      const { method, path, status, error_code, identity } = entry.data
      return [
        ['the same method', term('method', method)],
        ['the same path', term('path', path)],
        ['the same status', status === 0 ? null : term('status', status)],
        ['the same error', term('code', error_code)],
        ['the same identity', term('identity', identity)],
      ]
    }
  }
}

/** The filters for a record, the most useful first. */
export const likeThis = (entry: Entry): Likeness[] =>
  terms(entry).flatMap(([title, term]) => (term === null ? [] : [{ title, term }]))
