/** The list of error codes; codes that only the reference names are under a heading. */
import { computed } from '@preact/signals'
import type { ErrorEntry } from '../../server/wire.ts'
import { rowHeight } from '../kit/appearance.ts'
import { count } from '../kit/format.ts'
import { Mark } from '../kit/mark.tsx'
import { VirtualList } from '../kit/virtual-list.tsx'
import { isErrorSpent } from '../live/spent.ts'
import { asLink } from '../place/as-link.ts'
import { ErrorEmpty } from './error-empty.tsx'
import { activeError, errorLines, openError } from './error-list.ts'
import { armedErrors } from './errors.ts'

/** A row has room for two lines of small text: no meaning is cut in a window of 1440 px. */
const errorHeight = computed(() => Math.round(rowHeight.value * 1.3))

export function ErrorList() {
  const lines = errorLines.value
  if (lines.length === 0) return <ErrorEmpty />
  const active = lines.findIndex((line) => line !== 'beyond' && line.code === activeError.value)
  return (
    <VirtualList
      label="Error codes"
      count={lines.length}
      rowHeight={errorHeight.value}
      active={active}
      activeKey={activeError.value ?? ''}
      keyAt={(index) => {
        const line = lines[index]
        return line === undefined || line === 'beyond' ? 'beyond' : line.code
      }}
      row={(index, slot) => {
        const line = lines[index]
        if (line === undefined) return null
        return line === 'beyond' ? (
          <div key={slot} class="row error-beyond quiet" role="presentation">
            In the platform’s reference, but not in its list of error codes
          </div>
        ) : (
          <ErrorRow key={slot} entry={line} index={index} isActive={index === active} />
        )
      }}
    />
  )
}

function ErrorRow({ entry, index, isActive }: { entry: ErrorEntry; index: number; isActive: boolean }) {
  const { code, meaning, met, status } = entry
  const isArmed = armedErrors.value?.some((one) => one.code === code && !isErrorSpent(one))
  return (
    // biome-ignore lint/a11y/useFocusableInteractive: the list holds the focus and the keys; its rows are named by aria-activedescendant
    <div
      id={`row-${index}`}
      role="option"
      aria-selected={isActive}
      class={isActive ? 'row error active' : 'row error'}
      {...asLink({ open: code }, () => openError(code))}
    >
      <code class="error-code">{code}</code>
      <span class="error-meaning quiet" title={meaning}>
        {meaning}
      </span>
      {isArmed && <span class="fault">armed</span>}
      {met > 0 && (
        <span class="error-met">
          <Mark sign={{ tone: 'good', text: met === 1 ? 'met' : `${count(met)} ×` }} />
        </span>
      )}
      <span class="number error-status">{status}</span>
    </div>
  )
}
