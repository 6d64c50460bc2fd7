import { cards } from '../cards.js'

export const dynamic = 'force-dynamic'

export default function Page() {
  return (
    <ul aria-label="Cards">
      {[...cards.values()].map(({ card }) => (
        <li key={card.card_id}>•••• {card.last_four}</li>
      ))}
    </ul>
  )
}
