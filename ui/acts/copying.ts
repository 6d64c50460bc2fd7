/** Copies a record as curl, test, HAR, code, id or link. */

import { copiesOf } from '../detail/copy-as.ts'
import { copiedWords } from '../detail/copy-menu.tsx'
import { attemptTo, say } from '../live/refusal.ts'
import { readThing } from '../live/routes/records.ts'
import type { Kind } from '../live/routes.ts'
import { copy, type ThingAct } from './act.ts'

/** Copies a record as one item of its copy menu and reports the result. */
async function copyAs(kind: Kind, id: string, { title, words }: { title: string; words?: string }) {
  const thing = await attemptTo(readThing(kind, id))
  if (thing === null) return
  const item = copiesOf(thing).find((one) => one.title === title)
  if (item === undefined) return say('Nothing to copy: no request has been sent yet.')
  await copy(typeof item.text === 'string' ? item.text : await item.text(), words ?? copiedWords(item))
}

export const copyCurl = (kind: Kind, id: string, words?: string) =>
  copyAs(kind, id, { title: 'as curl', ...(words !== undefined && { words }) })

const others = ['as test', 'as HAR', 'as code', 'the id', 'the link']

/** The copy acts of a record. Only curl has a key. */
export const copyActs = (kind: Kind, id: string): ThingAct[] => [
  { name: 'curl', title: 'Copy as curl', key: 'c', run: () => copyCurl(kind, id) },
  ...(kind === 'call' ? others : ['as command', ...others]).map((title) => ({
    name: `copy ${title}`,
    title: `Copy ${title}`,
    run: () => copyAs(kind, id, { title }),
  })),
]
