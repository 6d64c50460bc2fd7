import { highContrast, stripDismissed, theme, themes } from '../kit/preferences.ts'
import { Check, Group, Radios } from './setting.tsx'

const titles = { system: 'As the system', light: 'Light', dark: 'Dark' } as const

/** How the page looks; this browser remembers it. */
export function Appearance() {
  return (
    <>
      <Group title="Look">
        <Radios
          legend="Theme"
          value={theme.value}
          options={themes.map((one) => [one, titles[one]] as const)}
          onPick={(one) => {
            theme.value = one
          }}
        />
        <Check
          label="High contrast"
          hint="7:1 for every text, and borders that can be seen. On by itself where the system asks for it."
          checked={highContrast.value}
          onChange={(yes) => {
            highContrast.value = yes
          }}
        />
        <p class="quiet">
          Motion is 120 ms at most, and there is none where the system asks for reduced motion.
        </p>
      </Group>
      <Group title="First minutes">
        <Check
          label="Show the three first steps above the stream"
          checked={!stripDismissed.value}
          onChange={(yes) => {
            stripDismissed.value = !yes
          }}
        />
      </Group>
    </>
  )
}
