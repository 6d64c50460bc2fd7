import type { Finding, FindingKind } from '../wire.ts'

/** How sure each finding is, and how it is named. */
export const findingTable = {
  acted_twice: { says: 'probably_wrong', title: 'It probably acted twice' },
  knew_copy: { says: 'probably_right', title: 'It says that it knew the copy' },
  copies_untold: { says: 'nothing', title: 'Whether it acted once is not told' },
  copy_failed: { says: 'wrong', title: 'It did not take each copy' },
  fault_failed: { says: 'wrong', title: 'It took the event only without the fault' },
  refused_by_failure: { says: 'wrong', title: 'It refused by a failure' },
  wants_other_scheme: { says: 'probably_wrong', title: 'It looks for the signature of another scheme' },
  verifies_parsed_body: { says: 'probably_wrong', title: 'It verifies a parsed body' },
  lacks_secret: { says: 'probably_wrong', title: 'It has no secret that it can read' },
  misreads_signature: { says: 'probably_wrong', title: 'It misreads the signature that came' },
  refused_by_status: {
    says: 'probably_wrong',
    title: 'It probably refused something else than the signature',
  },
  failed_inside: { says: 'probably_wrong', title: 'It failed inside' },
  counts_as_failure: { says: 'wrong', title: 'Its status does not count as delivered' },
  success_with_error: { says: 'probably_wrong', title: 'It answered success, with an error in it' },
  answered_by_page: { says: 'probably_wrong', title: 'A page answered, probably no receiver' },
  answered_late: { says: 'probably_wrong', title: 'It did not answer in time' },
} as const satisfies Record<FindingKind, Pick<Finding, 'says' | 'title'>>

/** A finding, whichever way the event came to the receiver. */
export type FoundIn = Omit<Finding, 'endpoint'>

/** A finding by its row. */
export const found = (finding: FindingKind, detail: string, attempts: number[]): FoundIn => ({
  finding,
  ...findingTable[finding],
  detail,
  attempts,
})
