/** Links an error code to its entry. */
import { linkTo } from '../place/as-link.ts'
import { placeOf } from '../place/navigation.ts'

export function CodeLink({ code }: { code: string }) {
  const entry = { ...placeOf('errors'), open: code }
  return (
    <a {...linkTo(entry)}>
      <code>{code}</code>
    </a>
  )
}
