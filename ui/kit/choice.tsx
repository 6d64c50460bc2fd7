/** Controls that choose one of several options. */

import type { ComponentChildren } from 'preact'

interface Props<Value> {
  label: string
  options: readonly (readonly [
    value: Value,
    title: string,
    hint?: string | undefined,
    beside?: ComponentChildren,
  ])[]
  /** Null if no option is chosen. */
  value: Value | null
  onPick: (value: Value) => void
}

/** A row of buttons, one of them pressed. */
export const Choice = <Value extends string | boolean | number>({
  label,
  options,
  value,
  onPick,
}: Props<Value>) => (
  <fieldset class="choice" aria-label={label}>
    {options.map(([one, title, hint, beside]) => (
      <button
        key={title}
        type="button"
        class="small"
        title={hint}
        aria-pressed={one === value}
        onClick={() => onPick(one)}
      >
        {title}
        {beside}
      </button>
    ))}
  </fieldset>
)

export type Options = readonly (readonly [value: string, title: string])[]

/** The options of a select. */
export const OptionsOf = ({ options }: { options: Options }) => (
  <>
    {options.map(([value, title]) => (
      <option key={value} value={value}>
        {title}
      </option>
    ))}
  </>
)

interface NarrowingProps {
  label: string
  /** The option that does not filter. */
  every: string
  chosen: string | null
  options: Options
  onPick: (value: string) => void
}

/** A select that filters a list. It also shows a value from the address that is not an option. */
export const Narrowing = ({ label, every, chosen, options, onPick }: NarrowingProps) => (
  <select
    aria-label={label}
    class={chosen === null ? '' : 'chosen'}
    value={chosen ?? ''}
    onChange={(event) => onPick(event.currentTarget.value)}
  >
    <option value="">{every}</option>
    {chosen !== null && !options.some(([one]) => one === chosen) && <option value={chosen}>{chosen}</option>}
    <OptionsOf options={options} />
  </select>
)
