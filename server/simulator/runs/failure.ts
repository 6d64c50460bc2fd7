/** Describes why a step failed or a run stopped. */
export class StepFailure extends Error {}

/** Why a run stopped. */
export class RunOver extends Error {
  constructor(readonly how: 'failed' | 'stopped' | 'forgotten') {
    super(how)
  }
}
