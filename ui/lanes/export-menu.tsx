import { useState } from 'preact/hooks'
import { Menu } from '../kit/menu.tsx'
import { say } from '../live/saying.ts'
import { layout } from './drawing.ts'
import { type ExportTitle, exportTitles } from './export-titles.ts'
import { exportAs } from './exporting.ts'

/** A button that opens the forms in which the drawing can be taken along. */
export function ExportMenu() {
  const [trouble, setTrouble] = useState('')
  const pick = async (title: ExportTitle) => {
    const outcome = await exportAs(title)
    setTrouble(outcome.ok ? '' : outcome.text)
    say(outcome.text)
  }
  const parts = () => [
    { heading: '', items: exportTitles.map((title) => ({ title, run: () => void pick(title) })) },
  ]
  return (
    <div class="lanes-export">
      {trouble !== '' && <span class="bad">{trouble}</span>}
      <Menu label="Export" menuLabel="Export" parts={parts} disabled={layout.value.arrows.length === 0} />
    </div>
  )
}
