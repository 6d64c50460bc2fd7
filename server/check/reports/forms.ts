/** The reports of a check that are files, by their names. */
import type { Check } from '../../wire.ts'
import type { FailOn } from '../score.ts'
import { ctrfReport } from './ctrf.ts'
import { htmlReport } from './html.ts'
import { junitReport } from './junit.ts'
import { markdownReport } from './markdown.ts'

export const reportForms = ['junit', 'html', 'md', 'ctrf'] as const
export type ReportForm = (typeof reportForms)[number]

const forms: Readonly<
  Record<ReportForm, { type: string; report: (check: Check, failOn?: FailOn) => string }>
> = {
  junit: { type: 'application/xml; charset=utf-8', report: junitReport },
  html: { type: 'text/html; charset=utf-8', report: htmlReport },
  md: { type: 'text/markdown; charset=utf-8', report: markdownReport },
  ctrf: { type: 'application/json; charset=utf-8', report: ctrfReport },
}

/** A report with its media type. */
export const reportAs = (
  form: ReportForm,
  check: Check,
  failOn?: FailOn,
): { text: string; type: string } => ({
  text: forms[form].report(check, failOn),
  type: forms[form].type,
})
