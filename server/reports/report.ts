/** The result of a command as suites of cases, from which every report for a CI system is written. */

export interface ReportCase {
  suite: string
  name: string
  ms: number
  /** `error` if the case could not be judged. */
  status: 'passed' | 'failed' | 'error' | 'skipped'
  /** What happened, in a sentence. */
  message?: string
  /** The code of the failure, for programs. */
  code?: string
  /** Why, and what to do, in lines. For a passed case, what is worth reading all the same. */
  details?: string
}

export interface Report {
  /** The command, such as `webhook-sandbox wait`. */
  name: string
  /** ISO 8601. */
  startedAt: string
  ms: number
  cases: readonly ReportCase[]
}

/** Whether a case makes its command fail. */
export const isProblem = ({ status }: ReportCase): boolean => status === 'failed' || status === 'error'
