/** Why a step failed, in words for whoever reads the run. */
export class StepFailure extends Error {}

/** Why nothing more of a run is done. */
export class RunOver extends Error {
  constructor(readonly how: 'failed' | 'stopped' | 'forgotten') {
    super(how)
  }
}
