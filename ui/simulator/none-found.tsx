import { go, place } from '../place/navigation.ts'

/** What a list says when nothing fits the search, with the way back. */
export function NoneFound({ what }: { what: string }) {
  return (
    <div class="empty">
      <p>
        No {what} with <code>{place.value.q}</code>.
      </p>
      <button type="button" onClick={() => go({ q: '' })}>
        Clear the search
      </button>
    </div>
  )
}
