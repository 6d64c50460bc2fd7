/** Reads or changes all records of a list that match, a page at a time, so that other work continues between pages. */
import type { Filters } from '../database/asking.ts'
import type { List } from '../database/list.ts'
import type { Transaction, Writer } from '../database/writer.ts'
import { fail } from '../failures.ts'

/** Refuses a request without a filter, since it would affect every record. */
export function requireFilter(asked: object, { would, names }: { would: string; names: string }) {
  if (Object.values(asked).every((value) => value === undefined))
    fail(
      'invalid_field',
      `The request has no filter, so every record would be ${would}.`,
      `Give at least one of ${names}.`,
    )
}

/** All records up to a `seq` that match, oldest first, in pages. Ends once `isOver` says that the client is gone. */
export async function* pagesOf<Row extends { seq: number }>(
  arrivedInTurns: List<Row>['arrivedInTurns'],
  { upTo, ...asked }: { filters: Filters; upTo: number; limit: number; isOver(): boolean },
): AsyncGenerator<Row[]> {
  for (let since = 0; !asked.isOver(); ) {
    const rows = await arrivedInTurns({ ...asked, since })
    const page = rows.filter(({ seq }) => seq <= upTo)
    yield page
    if (page.length < asked.limit) return
    since = page.at(-1)?.seq ?? upTo
  }
}

const listedAtMost = 1000

/**
 * Applies `work` to every record, a slice of time in each transaction, so that no other writer waits long. It reads each
 * record again first, by `seq`: the record may have changed or gone, and after a reset another record may have its id.
 * `work` returns undefined to skip one.
 * @returns the results of `work`, left out above 1,000, and how many records it changed and skipped
 */
export async function changeAll<Row extends { seq: number }, Done>(
  pages: AsyncIterable<Row[]>,
  needs: { writer: Writer; at(seq: number): Row | undefined },
  work: (tx: Transaction, row: Row) => Done | undefined,
): Promise<{ answers: Done[]; done: number; skipped: number }> {
  const result = { answers: [] as Done[], done: 0, skipped: 0 }
  for await (const page of pages) {
    const present = await needs.writer.writeEach(page, (tx, { seq }) => {
      const row = needs.at(seq)
      return row && { answer: work(tx, row) }
    })
    const answers = present.flatMap((one) => one?.answer ?? [])
    result.done += answers.length
    result.skipped += present.filter((one) => one !== undefined).length - answers.length
    result.answers = result.done > listedAtMost ? [] : [...result.answers, ...answers]
  }
  return result
}
