import { linkTo } from '../place/as-link.ts'
import { placeOf } from '../place/navigation.ts'

/** An error code that leads to its entry. */
export function CodeLink({ code }: { code: string }) {
  const entry = { ...placeOf('errors'), open: code }
  return (
    <a {...linkTo(entry)}>
      <code>{code}</code>
    </a>
  )
}
