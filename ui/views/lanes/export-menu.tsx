import { useState } from 'preact/hooks'
import { Menu } from '../../parts/menu.tsx'
import { said } from '../../state/acts.ts'
import { layout } from '../../state/lanes/drawing.ts'
import { type Exported, exports } from './exporting.ts'

/** A button that opens the forms in which the drawing can be taken along. */
export function ExportMenu() {
  const [trouble, setTrouble] = useState('')
  const pick = async ({ run }: Exported) => {
    const outcome = await run()
    setTrouble(outcome.ok ? '' : outcome.text)
    said.value = outcome.text
  }
  const parts = () => [
    { heading: '', items: exports.map((item) => ({ title: item.title, run: () => void pick(item) })) },
  ]
  return (
    <div class="lanes-export">
      {trouble !== '' && <span class="bad">{trouble}</span>}
      <Menu label="Export" menuLabel="Export" parts={parts} disabled={layout.value.arrows.length === 0} />
    </div>
  )
}
