import { expect } from 'vitest'

/** Answers what `GET /sandbox/wait` finds, and fails where its time is over first: what follows stands on it. */
export async function waitFor<Row>(get: (path: string) => Promise<unknown>, query: string): Promise<Row[]> {
  const answer = await get(`/sandbox/wait?${query}&timeout_ms=60000`)
  expect(answer, `GET /sandbox/wait?${query}`).toMatchObject({ timed_out: false })
  return (answer as { matched: Row[] }).matched
}
