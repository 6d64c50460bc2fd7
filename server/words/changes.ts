/** What the page offers for each act that changes state: Undo, a question first, or the reason for neither. */

interface Offer {
  by: 'undo' | 'question' | 'nothing'
  /** Why the act offers neither Undo nor a question. */
  why?: string
}

const undo = { by: 'undo' } as const
const question = { by: 'question' } as const
const nothing = (why: string) => ({ by: 'nothing', why }) as const
const isSent = nothing('The receiver gets the request at once.')
const isReversed = (how: string) => nothing(`${how} reverses the action.`)

export const changes = {
  trigger: isSent,
  resend: isSent,
  replay: isSent,
  attempt: isSent,
  handshake: isSent,
  check: isSent,
  deliveryEnd: nothing(
    'An attempt that ended or was cancelled does not continue. Resend the delivery instead.',
  ),
  run: nothing('Events of a run are sent at once. Stop ends the run.'),
  runPause: isReversed('Resume or Pause'),
  runStop: nothing('A run that was stopped does not continue. Run the scenario again.'),
  clockAdvance: nothing('The clock does not undo work that became due.'),
  clockMode: undo,
  traffic: undo,
  arm: undo,
  disarm: undo,
  faultRuleAdd: undo,
  faultRuleRemove: undo,
  captureDelete: undo,
  capturePin: undo,
  captureNote: isReversed('Editing the note again'),
  captureImport: nothing('Imported captures stay until you delete them in the stream.'),
  subscribe: isReversed('Delete'),
  subscriptionEdit: undo,
  subscriptionSwitch: undo,
  subscriptionDelete: undo,
  secretRotate: nothing('The old secret also signs until the overlap ends.'),
  endpointAdd: isReversed('Delete'),
  endpointEdit: undo,
  endpointSecretRemove: undo,
  endpointDelete: undo,
  filterDelete: undo,
  bulk: question,
  reset: question,
  streamPause: isReversed('Resume or Pause'),
  takeBack: nothing('Repeat the action.'),
  preference: isReversed('The same control'),
} as const satisfies Record<string, Offer>

/** An act that changes state. */
export type Change = keyof typeof changes

/** The sentence before an act that cannot be undone; null if the act offers Undo or asks. */
export function offerWords(change: Change): string | null {
  const { by, why }: Offer = changes[change]
  return by === 'nothing' && why !== undefined ? `No Undo. ${why}` : null
}
