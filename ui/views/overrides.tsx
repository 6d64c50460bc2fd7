import { useId } from 'preact/hooks'
import { Icon } from '../parts/icon.tsx'
import type { SchemaPath } from '../parts/schema-paths.ts'

/** One value of the payload set by hand. */
export interface Override {
  path: string
  value: string
}
interface Props {
  paths: readonly SchemaPath[]
  overrides: readonly Override[]
  onChange: (overrides: Override[]) => void
}

/** Rows of path and value; the paths that the event's schema knows are offered. */
export function Overrides({ paths, overrides, onChange }: Props) {
  const id = useId()
  const change = (index: number, part: Partial<Override>) =>
    onChange(overrides.map((one, at) => (at === index ? { ...one, ...part } : one)))
  return (
    <fieldset class="overrides">
      <legend>Values of your own</legend>
      <datalist id={`${id}-paths`}>
        {paths.map(({ path }) => (
          <option key={path} value={path} />
        ))}
      </datalist>
      {overrides.map(({ path, value }, index) => {
        const known = paths.find((one) => one.path === path)
        return (
          <div class="override" key={index}>
            <input
              aria-label={`Path ${index + 1}`}
              placeholder={paths.at(-1)?.path ?? 'path'}
              list={`${id}-paths`}
              autocomplete="off"
              spellcheck={false}
              value={path}
              onInput={(event) => change(index, { path: event.currentTarget.value.trim() })}
            />
            <input
              aria-label={`Value ${index + 1}`}
              placeholder={known?.values.join(' or ') || 'value'}
              list={`${id}-values-${index}`}
              autocomplete="off"
              spellcheck={false}
              value={value}
              onInput={(event) => change(index, { value: event.currentTarget.value })}
            />
            <datalist id={`${id}-values-${index}`}>
              {known?.values.map((one) => (
                <option key={one} value={one} />
              ))}
            </datalist>
            <button
              type="button"
              class="small"
              aria-label={`Remove value ${index + 1}`}
              onClick={() => onChange(overrides.filter((_, at) => at !== index))}
            >
              <Icon name="close" />
            </button>
          </div>
        )
      })}
      <button type="button" class="small" onClick={() => onChange([...overrides, { path: '', value: '' }])}>
        Add a value
      </button>
    </fieldset>
  )
}
