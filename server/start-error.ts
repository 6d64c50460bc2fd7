/** Something that keeps the sandbox from starting: said in one line with its fix, exit code 1. */
export class StartError extends Error {
  constructor(
    message: string,
    readonly fix: string,
  ) {
    super(message)
  }
}
