import { askForNotifications, notifications, stopNotifications } from '../notify/notify.ts'
import { Group } from './setting.tsx'

const words = {
  off: 'Off. Failures are told in the page alone.',
  on: 'On. What fails while you look elsewhere is told by your system, once in ten seconds at most.',
  refused:
    'Not possible: this browser refuses them for this page. Allow them beside the address, then reload.',
} as const

/** Whether the system tells of failures while the page is not looked at. */
export function NotificationSettings() {
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
