interface Props<Value extends string | boolean> {
  label: string
  options: readonly (readonly [value: Value, title: string])[]
  value: Value
  onPick: (value: Value) => void
}

/** One of a few, each a button beside the others. */
export const Choice = <Value extends string | boolean>({ label, options, value, onPick }: Props<Value>) => (
  <fieldset class="choice" aria-label={label}>
    {options.map(([one, title]) => (
      <button
        key={title}
        type="button"
        class="small"
        aria-pressed={one === value}
        onClick={() => onPick(one)}
      >
        {title}
      </button>
    ))}
  </fieldset>
)
