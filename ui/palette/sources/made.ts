import { target } from '../../kit/format.ts'
import { endpoints, subscriptions } from '../../live/settings.ts'
import { go, placeOf } from '../../place/navigation.ts'
import type { Entry } from '../entry.ts'

/** What was subscribed, what receives, and how to make more. */
export const madeEntries = (): Entry[] => [
  {
    id: 'subscribe',
    group: 'made',
    title: 'Subscribe',
    about: 'point the events at your app',
    words: 'new subscription webhook',
    run: () => go({ ...placeOf('subscriptions'), open: 'new' }),
  },
  {
    id: 'endpoint',
    group: 'made',
    title: 'Make an endpoint',
    words: 'new receiver receive',
    run: () => go({ ...placeOf('endpoints'), open: 'new' }),
  },
  ...(subscriptions.value ?? []).flatMap(({ id, url, events }): Entry[] => {
    const at = target(url, location.origin)
    const about = events.join(', ')
    const words = `subscription ${id} ${url}`
    return [
      {
        id: `subscription:${id}`,
        group: 'made',
        title: `Subscription of ${at}`,
        about,
        words,
        run: () => go({ ...placeOf('subscriptions'), open: id }),
      },
      {
        id: `deliveries:${id}`,
        group: 'made',
        title: `Deliveries to ${at}`,
        about,
        words,
        run: () => go({ ...placeOf('stream'), kind: 'deliveries', subscription: id }),
      },
    ]
  }),
  ...(endpoints.value ?? []).flatMap(({ name }): Entry[] => [
    {
      id: `endpoint:${name}`,
      group: 'made',
      title: `Endpoint /in/${name}`,
      run: () => go({ ...placeOf('endpoints'), open: name }),
    },
    {
      id: `captures:${name}`,
      group: 'made',
      title: `Captures at /in/${name}`,
      words: 'endpoint received',
      run: () => go({ ...placeOf('stream'), kind: 'captures', endpoint: name }),
    },
  ]),
]
