interface Props<Value> {
  label: string
  options: readonly (readonly [value: Value, title: string, hint?: string])[]
  /** Null where it is none of them. */
  value: Value | null
  onPick: (value: Value) => void
}

/** One of a few, each a button beside the others. */
export const Choice = <Value extends string | boolean | number>({
  label,
  options,
  value,
  onPick,
}: Props<Value>) => (
  <fieldset class="choice" aria-label={label}>
    {options.map(([one, title, hint]) => (
      <button
        key={title}
        type="button"
        class="small"
        title={hint}
        aria-pressed={one === value}
        onClick={() => onPick(one)}
      >
        {title}
      </button>
    ))}
  </fieldset>
)

export type Options = readonly (readonly [value: string, title: string])[]

/** What a select offers. */
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
  /** What it says while it narrows nothing. */
  every: string
  chosen: string | null
  options: Options
  onPick: (value: string) => void
}

/** Narrows a list by one of a few; what the address names is told though it is none of them. */
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
