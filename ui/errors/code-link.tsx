import { go, placeOf } from '../place/navigation.ts'
import { writePlace } from '../place/place.ts'

/** An error code that leads to its entry. */
export function CodeLink({ code }: { code: string }) {
  const entry = { ...placeOf('errors'), open: code }
  return (
    <a
      href={writePlace(entry)}
      onClick={(event) => {
        if (event.ctrlKey || event.metaKey || event.shiftKey) return
        event.preventDefault()
        go(entry)
      }}
    >
      <code>{code}</code>
    </a>
  )
}
