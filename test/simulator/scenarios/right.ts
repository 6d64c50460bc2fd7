/** A scenario with a step of every kind and nothing wrong with it; each mistake is made in a copy of it. */
export const right = `# a comment
title: A card is lost
description: Told twice.
set:
  amount: "21.93"
  times: 2
subscription:
  events: ["*"]
  scheme: standard-webhooks
  retry_delays: [1m, 5m]
endpoint:
  reply: { status: 200 }
steps:
  - name: customer
    call: POST /customers/
    body: { dob: "\${fake.dob}" }
    headers: { Idempotency-Key: "\${run.id}-1" }
    status: 201
    answer: { kyc_status: null }
  - name: told
    event: card.created
    set: { card.last_four: "4242" }
    count: 1
  - wait: 3d
  - name: heard
    expect: delivery
    where: { event: card.*, state: succeeded }
    count: 1
    within: 10s
  - fault: duplicate(2) | delay(1s)
    on: card.*
    first: 1
  - arm: card_dne
    method: GET
    path: /cards/*
    times: 1
  - reply: { status: 503 }
  - name: rounds
    repeat: "\${set.times}"
    steps:
      - name: inner
        call: GET /customers/\${customer.customer_id}
        headers: { Round: "\${round}" }
  - name: both
    parallel:
      - - name: left
          wait: 1h
      - event: card.wallet.add
  - name: last
    call: GET /sandbox/events/\${told.id}
`

/** The right file with one text replaced; throws where it is not there. */
export function wrong(from: string, to: string): string {
  if (!right.includes(from)) throw new Error(`nothing to replace: ${from}`)
  return right.replace(from, to)
}
