/** Does something to all records of a list that match: a page at a time, while other work goes on. */
import type { Filters } from '../database/asking.ts'
import type { List } from '../database/list.ts'
import type { Transaction, Writer } from '../database/writer.ts'
import { fail } from '../failures.ts'

/** Refuses an order that has no filter, since it would mean every record. */
export function requireFilter(asked: object, { would, names }: { would: string; names: string }) {
  if (Object.values(asked).every((value) => value === undefined))
    fail(
      'invalid_field',
      `There is no filter, so that everything would be ${would}.`,
      `Give one of ${names}.`,
    )
}

/** All records that match, oldest first, in pages; what arrives meanwhile is no part of them. Ends once nobody reads on. */
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
 * Does `work` to every record, a page a transaction, so that nobody waits long for it. Each is as it then is: it may have gone or
 * changed meanwhile, and after a reset another has its id, but never its number. Work that answers undefined skips a record.
 * @returns what the work answered, nothing of it above 1,000, and to how many records it was done
 */
export async function changeAll<Row extends { seq: number }, Done>(
  pages: AsyncIterable<Row[]>,
  needs: { writer: Writer; at(seq: number): Row | undefined },
  work: (tx: Transaction, row: Row) => Done | undefined,
): Promise<{ answers: Done[]; done: number; skipped: number }> {
  const result = { answers: [] as Done[], done: 0, skipped: 0 }
  for await (const page of pages) {
    const { present, answers } = await needs.writer.write((tx) => {
      const present = page.flatMap(({ seq }) => needs.at(seq) ?? [])
      return { present, answers: present.flatMap((row) => work(tx, row) ?? []) }
    })
    result.done += answers.length
    result.skipped += present.length - answers.length
    result.answers = result.done > listedAtMost ? [] : [...result.answers, ...answers]
  }
  return result
}
