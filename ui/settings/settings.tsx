/** The settings view and its simple sections. */

import '../styles/things.css'
import '../styles/settings.css'
import type { ComponentType } from 'preact'
import { useEffect } from 'preact/hooks'
import { Check } from '../form/field.tsx'
import { highContrast, stripDismissed, theme, themes, timesInUtc } from '../kit/preferences.ts'
import { lazily } from '../live/lazily.tsx'
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

/** The sections. Each has an address, such as `/settings?tab=data`. */
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
      <nav class="sections" aria-label="Settings sections">
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

const titles = { system: 'System', light: 'Light', dark: 'Dark' } as const

/** The browser remembers these choices. */
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
          hint="Contrast of 7:1 for all text, and visible borders. Always on if your system requests more contrast."
          checked={highContrast.value}
          onChange={(yes) => {
            highContrast.value = yes
          }}
        />
        <p class="quiet">
          Animations last 120 ms at most. There are none if your system requests reduced motion.
        </p>
      </Group>
      <Group title="Times">
        <Check
          label="Show times in UTC"
          hint="Otherwise the page shows local time. A click on the clock above does the same."
          checked={timesInUtc.value}
          onChange={(yes) => {
            timesInUtc.value = yes
          }}
        />
      </Group>
      <Group title="First steps">
        <Check
          label="Show the first three steps above the stream"
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
  off: 'Off. Only the page shows failures.',
  on: 'On. Your system notifies you of failures while the page is hidden, at most once in ten seconds.',
  refused:
    'Blocked: the browser denies notifications for this page. Allow them in the site settings, then reload.',
} as const

function NotificationSettings() {
  const state = notifications.value
  return (
    <Group title="Notifications on failure">
      <p>{words[state]}</p>
      {state !== 'refused' && (
        <p>
          <button type="button" onClick={state === 'on' ? stopNotifications : askForNotifications}>
            {state === 'on' ? 'Turn off' : 'Turn on'}
          </button>
        </p>
      )}
      <p class="quiet">The browser shows the notifications. No data leaves this machine.</p>
    </Group>
  )
}
