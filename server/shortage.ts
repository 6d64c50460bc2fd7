/** What this process itself lacks, so that nobody else is to blame; told as one line with what to do. */
export class Shortage extends Error {
  constructor(
    message: string,
    readonly fix: string,
  ) {
    super(message)
  }
}
