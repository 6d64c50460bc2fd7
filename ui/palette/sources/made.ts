/** Palette entries for subscriptions and endpoints. */

import { endpoints, subscriptionName, subscriptions } from '../../live/settings.ts'
import { go, placeOf } from '../../place/navigation.ts'
import { type Entry, inGroup } from '../entry.ts'

export const madeEntries = (): Entry[] =>
  inGroup('made', [
    {
      id: 'subscribe',
      title: 'Subscribe',
      about: 'send events to your receiver',
      words: 'new subscription webhook',
      run: () => go({ ...placeOf('subscriptions'), open: 'new' }),
    },
    {
      id: 'endpoint',
      title: 'New endpoint',
      words: 'new receiver receive',
      run: () => go({ ...placeOf('endpoints'), open: 'new' }),
    },
    {
      id: 'check',
      title: 'Check a receiver',
      about: 'send right and wrong events, and get a report',
      words: 'new check probe score test webhook',
      run: () => go({ ...placeOf('check'), open: 'new' }),
    },
    ...(subscriptions.value ?? []).flatMap(({ id, url, events }): Omit<Entry, 'group'>[] => {
      const at = subscriptionName({ id, url })
      const about = events.join(', ')
      const words = `subscription ${id} ${url}`
      return [
        {
          id: `subscription:${id}`,
          title: `Subscription ${at}`,
          about,
          words,
          run: () => go({ ...placeOf('subscriptions'), open: id }),
        },
        {
          id: `deliveries:${id}`,
          title: `Deliveries to ${at}`,
          about,
          words,
          run: () => go({ ...placeOf('stream'), kind: 'deliveries', subscription: id }),
        },
        {
          id: `check:${id}`,
          title: `Check the receiver ${at}`,
          about,
          words,
          run: () => go({ ...placeOf('check'), open: 'new', subscription: id }),
        },
      ]
    }),
    ...(endpoints.value ?? []).flatMap(({ name }): Omit<Entry, 'group'>[] => [
      {
        id: `endpoint:${name}`,
        title: `Endpoint /in/${name}`,
        run: () => go({ ...placeOf('endpoints'), open: name }),
      },
      {
        id: `captures:${name}`,
        title: `Captures at /in/${name}`,
        words: 'endpoint received',
        run: () => go({ ...placeOf('stream'), kind: 'captures', endpoint: name }),
      },
    ]),
  ])
