/** Waits for records as a client does, with `GET /sandbox/wait`. */

interface Waited<Row> {
  timed_out: boolean
  matched: Row[]
}

/** Returns the matching records. It asks again after each timeout, because a busy machine may need longer than one request waits. */
export async function waitFor<Row>(get: (path: string) => Promise<unknown>, query: string): Promise<Row[]> {
  for (;;) {
    const answer = (await get(`/sandbox/wait?${query}&timeout_ms=60000`)) as Waited<Row>
    if (answer.timed_out === false) return answer.matched
    if (answer.timed_out === undefined)
      throw new Error(`GET /sandbox/wait?${query}: ${JSON.stringify(answer)}`)
  }
}
