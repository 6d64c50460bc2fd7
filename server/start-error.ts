/** Something that keeps the sandbox, or a part of it, from starting or a command from being done: said in one line with its fix. */
export class StartError extends Error {
  constructor(
    message: string,
    readonly fix: string,
    /** What the process ends with. */
    readonly exitCode = 1,
  ) {
    super(message)
  }
}
