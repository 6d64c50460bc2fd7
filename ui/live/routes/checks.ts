/** The requests of the Check view. */
import type { Check } from '../../../server/wire.ts'
import { request } from '../api.ts'

const id = encodeURIComponent

/** A check as `POST /sandbox/checks` takes it. Absent fields have defaults. */
export interface CheckOrder {
  url?: string
  subscription_id?: string
  scheme?: string
  secret?: string
  second_secret?: string
  event?: string
  only?: string[]
  skip?: string[]
  thorough?: boolean
  effects?: { url: string } | { beacon: true }
  seed?: number
  timeout_ms?: number
  await_accepted?: true
}

export const checksPath = '/sandbox/checks'

/** The newest checks. Each has its whole report. */
export const getChecks = () => request<{ checks: Check[] }>('GET', `${checksPath}?limit=30`)
export const getCheck = (check: string) => request<{ check: Check }>('GET', `${checksPath}/${id(check)}`)
export const postCheck = (order: CheckOrder) => request<{ check: Check }>('POST', checksPath, { body: order })
/** Runs an ended check again as a new one, or only some of its probes. */
export const repeatCheck = (check: string, only?: string[]) =>
  request<{ check: Check }>('POST', `${checksPath}/${id(check)}/again`, { body: { only } })
export const stopCheck = (check: string) =>
  request<{ check: Check }>('POST', `${checksPath}/${id(check)}/stop`, { body: {} })

/** The reports of a check as files: title, address and file name. */
export const reportsOf = (check: string) => {
  const at = `${checksPath}/${id(check)}`
  const forms = [
    ['HTML', 'html', 'html'],
    ['JUnit', 'junit', 'xml'],
    ['Markdown', 'md', 'md'],
    ['CTRF', 'ctrf', 'ctrf.json'],
  ] as const
  return [
    ...forms.map(([title, format, ending]) => ({
      title,
      href: `${at}/report?format=${format}`,
      file: `${check}.${ending}`,
    })),
    { title: 'JSON', href: at, file: `${check}.json` },
  ]
}
