import '../styles/things.css'
import type { ComponentType } from 'preact'
import { useEffect } from 'preact/hooks'
import { lazily } from '../kit/lazily.tsx'
import { title } from '../notify/unread.ts'
import { place, placeOf } from '../place/navigation.ts'
import { PlaceLink } from '../place/place-link.tsx'
import { Appearance } from './appearance.tsx'
import { Configuration } from './configuration.tsx'
import { Data } from './data.tsx'
import { NotificationSettings } from './notifications.tsx'
import { SandboxFacts } from './sandbox.tsx'
import '../styles/settings.css'

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
