/** The building blocks of a settings section. */

import type { ComponentChildren } from 'preact'
import { useId } from 'preact/hooks'

/** A part of a page of settings under its heading. */
export const Group = ({ title, children }: { title: string; children: ComponentChildren }) => (
  <section class="settings-group">
    <h3>{title}</h3>
    {children}
  </section>
)

interface RadioProps {
  legend: string
  value: string
  options: readonly (readonly [value: string, title: string])[]
  onPick: (value: string) => void
}

/** Radio buttons for a few options. */
export function Radios({ legend, value, options, onPick }: RadioProps) {
  const name = useId()
  return (
    <fieldset class="radios wrapping">
      <legend>{legend}</legend>
      {options.map(([word, title]) => (
        <label key={word}>
          <input type="radio" name={name} checked={word === value} onChange={() => onPick(word)} /> {title}
        </label>
      ))}
    </fieldset>
  )
}
