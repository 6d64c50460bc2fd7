/** Shows the filter as chips while it is not being edited. */
import { Icon } from '../kit/icon.tsx'
import { shownText } from '../secrets/secrets.ts'
import { type FilterPiece, filterPieces, withPiece } from '../stream/filter-text.ts'

interface Props {
  text: string
  onEdit: (piece: FilterPiece) => void
  onChange: (text: string) => void
}

/** Each piece is a button to edit or remove it. */
export function FilterChips({ text, onEdit, onChange }: Props) {
  return (
    <ul class="chips" aria-label="Filter">
      {filterPieces(text).map((piece) => {
        const written = text.slice(piece.start, piece.end)
        const at = piece.name === null ? 0 : written.indexOf(':') + 1
        const name = written.slice(0, at)
        const value = shownText(written.slice(at))
        const shown = name + value
        return (
          <li key={`${piece.start} ${written}`} class="chip">
            <button type="button" class="chip-text" title={`Edit ${shown}`} onClick={() => onEdit(piece)}>
              <code>
                {at > 0 && <b>{name}</b>}
                {value}
              </code>
            </button>
            <button
              type="button"
              class="chip-remove"
              aria-label={`Remove ${shown}`}
              onClick={() => onChange(withPiece(text, piece))}
            >
              <Icon name="close" />
            </button>
          </li>
        )
      })}
    </ul>
  )
}
