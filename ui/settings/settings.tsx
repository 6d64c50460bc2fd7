import '../styles/things.css'
import '../styles/settings.css'
import type { ComponentType } from 'preact'
import { useEffect } from 'preact/hooks'
import { Check } from '../form/field.tsx'
import { lazily } from '../kit/lazily.tsx'
import { highContrast, stripDismissed, theme, themes } from '../kit/preferences.ts'
import { askForNotifications, notifications, stopNotifications } from '../notify/notify.ts'
import { title } from '../notify/unread.ts'
import { place, placeOf } from '../place/navigation.ts'
import { PlaceLink } from '../place/place-link.tsx'
import { Configuration } from './configuration.tsx'
import { Data } from './data.tsx'
import { SandboxFacts } from './sandbox.tsx'
import { Group, Radios } from './setting.tsx'

interface Part {
  title: string
  View: ComponentType
}

/** The parts of the settings, each under an address of its own: `/settings?tab=data`. */
const parts: Record<string, Part> = {
  appearance: { title: 'Appearance', View: Appearance },
  notifications: { title: 'Notifications', View: NotificationSettings },
  demo: {
    title: 'Demo',
    View: lazily(async () => (await import('./demo-mode.tsx')).DemoSettings),
  },
  sandbox: { title: 'Sandbox', View: SandboxFacts },
  configuration: { title: 'Configuration', View: Configuration },
  data: { title: 'Data', View: Data },
}
const first = 'appearance'

/** How the page looks, what this sandbox is, and what it holds. */
export function Settings() {
  const { tab } = place.value
  const name = tab !== null && Object.hasOwn(parts, tab) ? tab : first
  const part = parts[name]
  useEffect(() => {
    title.value = `${part?.title} · Settings · Webhook Sandbox`
  }, [part])
  if (part === undefined) return null
  return (
    <div class="settings">
      <h2 class="unseen">Settings</h2>
      <nav class="sections" aria-label="Parts of the settings">
        {Object.entries(parts).map(([key, one]) => (
          <PlaceLink
            key={key}
            to={{ ...placeOf('settings'), tab: key === first ? null : key }}
            isHere={key === name}
          >
            {one.title}
          </PlaceLink>
        ))}
      </nav>
      <div class="settings-body">
        <part.View />
      </div>
    </div>
  )
}

const titles = { system: 'As the system', light: 'Light', dark: 'Dark' } as const

/** How the page looks; this browser remembers it. */
function Appearance() {
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

const words = {
  off: 'Off. Failures are told in the page alone.',
  on: 'On. What fails while you look elsewhere is told by your system, once in ten seconds at most.',
  refused:
    'Not possible: this browser refuses them for this page. Allow them beside the address, then reload.',
} as const

/** Whether the system tells of failures while the page is not looked at. */
function NotificationSettings() {
  const state = notifications.value
  return (
    <Group title="Notifications on failure">
      <p>{words[state]}</p>
      {state === 'off' && (
        <p>
          <button type="button" onClick={() => void askForNotifications()}>
            Turn on
          </button>
        </p>
      )}
      {state === 'on' && (
        <p>
          <button type="button" onClick={stopNotifications}>
            Turn off
          </button>
        </p>
      )}
      <p class="quiet">Nothing leaves this machine: the browser shows them, no service is asked.</p>
    </Group>
  )
}
