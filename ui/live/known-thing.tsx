import { useEffect } from 'preact/hooks'
import { openThing, place } from '../place/navigation.ts'
import { writePlace } from '../place/place.ts'
import { askKnown, known } from './known.ts'

const words = { evt_: 'event', dlv_: 'delivery', cap_: 'capture', cal_: 'call' } as const

const isHead = (head: string): head is keyof typeof words => head in words

/** A link to the thing of an id, where it is here and not open already. */
export function KnownThing({ id }: { id: string }) {
  useEffect(() => void askKnown(id), [id])
  const head = id.slice(0, 4)
  if (!isHead(head) || known.value.get(id) !== true || place.value.open === id) return null
  return (
    <a
      class="known-thing"
      href={writePlace({ ...place.value, view: 'stream', open: id })}
      onClick={(event) => {
        if (event.ctrlKey || event.metaKey || event.shiftKey) return
        event.preventDefault()
        openThing(id)
      }}
    >
      Open the {words[head]}
    </a>
  )
}
