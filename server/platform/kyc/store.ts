import type { z } from 'zod'
import { parseDuration } from '../../words/time.ts'
import { addDays } from '../dates.ts'
import type { Doing } from '../doing.ts'
import { refuse } from '../errors.ts'
import type { DataOf, Kept } from '../objects.ts'
import type { World } from '../world.ts'
import type { documentTypes, kyc } from './schemas.ts'

type KycStatus = z.infer<typeof kyc>['status']
type DocumentType = (typeof documentTypes)[number]

/** Where a verification goes from `submitted`. */
interface KycPath {
  status: Exclude<KycStatus, 'submitted'>
  /** Asked for when documents are required. */
  documents?: readonly DocumentType[]
  /** Whether something has to be entered again. */
  reenter?: true
  /** Where it goes once the documents are there; passed when it is not said. */
  afterDocuments?: 'under_review'
}

/** Social security numbers that choose how KYC ends; any other passes. Source: what is public of the platform's sandbox. */
const magicNumbers: Record<string, KycPath> = {
  '000000000': { status: 'under_review' },
  '111111111': { status: 'document_required', documents: ['government_id'] },
  '222222222': { status: 'document_required', documents: ['proof_of_address'] },
  '333333333': { status: 'document_required', documents: ['social_security_card'] },
  '444444444': {
    status: 'document_required',
    documents: ['government_id', 'proof_of_address', 'social_security_card'],
    reenter: true,
    afterDocuments: 'under_review',
  },
  '888888888': { status: 'timeout' },
  '999990000': { status: 'failure' },
  '999991111': { status: 'failure' },
  '999992222': { status: 'failure' },
}

export const kycPathOf = (ssn: string): KycPath =>
  magicNumbers[ssn.replaceAll('-', '')] ?? { status: 'success' }

interface KycData extends DataOf<typeof kyc, 'kyc_id'> {
  ssn: string
}
export type KycCheck = Kept<KycData>

/** What a verification can come to. */
export type Outcome = Exclude<KycStatus, 'submitted'>
/** Where a verification may go from where it waits for somebody. Source: what is public of the platform's KYC. */
const from: Partial<Record<KycStatus, readonly Outcome[]>> = {
  under_review: ['success', 'failure', 'error'],
  document_required: ['success', 'failure', 'error', 'timeout', 'under_review'],
}

/** How often a customer may be checked when the check before did not end well. */
const attemptsMax = 3
/** How long documents that were asked for are waited for. */
const documentDays = 3
const underWay: readonly KycStatus[] = ['submitted', 'under_review', 'document_required']
/** Of a verification that asks for nothing. */
const nothingAsked = { inquiry_id: null, documents: [], incorrect_information: null }
const incorrect = { description: 'The address does not go with the number', fields: ['addresses', 'ssn'] }

/** The verifications of customers: one each, started anew when it did not end well. Passed is final. */
export function createKyc({ collection, config, ids, job }: World) {
  const checks = collection<KycData>('kyc', { parent: 'customer_id', state: 'status' })
  const delayUs = (parseDuration(config.kyc.delay) ?? 0) * 1000

  const of = (acting: { identity: string }, customerId: string): KycCheck | undefined =>
    checks.list(acting, { parent: customerId })[0]

  const isUnderWay = (check: KycCheck | undefined): check is KycCheck =>
    check !== undefined && underWay.includes(check.status)

  /** Whether a verification may be started, and how many there were. */
  function attemptsBefore(check: KycCheck | undefined): number {
    if (!check) return 0
    if (check.status === 'success')
      refuse('kyc_requests', `The customer ${check.customer_id} has passed KYC; it is not done again`)
    if (underWay.includes(check.status))
      refuse(
        'kyc_requests',
        `A verification of the customer ${check.customer_id} is under way: ${check.status}`,
      )
    if (check.attempts >= attemptsMax)
      refuse(
        'kyc_retries',
        `The customer ${check.customer_id} was checked ${check.attempts} times; more is not allowed`,
      )
    return check.attempts
  }

  /** Submits a verification with what is given, the one of before again where there is one. */
  function submit(
    doing: Doing,
    customer_id: string,
    before: KycCheck | undefined,
    given: Partial<KycData>,
  ): KycCheck {
    const data = { ...given, status: 'submitted' } as const
    if (before) return checks.change(doing, before, data)
    return checks.create(doing, { customer_id, ssn: '', attempts: 1, ...nothingAsked, ...data })
  }

  /** Brings a verification to an end, or to where somebody has to do something, and tells of it. */
  function turn(doing: Doing, check: KycCheck, status: Outcome, changes: Partial<KycData> = {}) {
    doing.forgetLater(check.id)
    const turned = checks.change(doing, check, { ...changes, status })
    const { customer_id, inquiry_id, documents, incorrect_information } = turned
    doing.emit(`kyc.verification.${status}`, {
      customer_id,
      ...(status === 'document_required' && { inquiry_id, documents }),
    })
    if (status === 'document_required' && incorrect_information)
      doing.emit('kyc.verification.reenter_information', { customer_id, incorrect_information })
    return turned
  }

  /** A verification that is under way, or a new one. */
  function submitted(doing: Doing, customerId: string, before: KycCheck | undefined): KycCheck {
    const attempts = (before?.attempts ?? 0) + (isUnderWay(before) ? 0 : 1)
    return submit(doing, customerId, before, { attempts })
  }

  /** Asks for documents, which are waited for. */
  function askDocuments(doing: Doing, check: KycCheck, { documents = [], reenter }: Partial<KycPath>) {
    const inquiry = ids.uuid()
    const asked = turn(doing, check, 'document_required', {
      inquiry_id: inquiry,
      documents: documents.map((document_type) => ({
        document_type,
        status: 'requested',
        upload_link: `https://documents.example/inquiries/${inquiry}/${document_type}`,
      })),
      incorrect_information: reenter ? incorrect : null,
    })
    doing.later(expiry, check.id, addDays(doing.now, documentDays))
    return asked
  }

  /** What the checks come to: the number decides at first, later whether the documents that were asked for are there. */
  function decide(doing: Doing, id: string) {
    const check = checks.find(doing, id)
    if (check?.status !== 'submitted') return
    const path = kycPathOf(check.ssn)
    if (check.documents.length > 0) return void turn(doing, check, path.afterDocuments ?? 'success')
    if (path.status === 'document_required') return void askDocuments(doing, check, path)
    turn(doing, check, path.status)
  }

  function expire(doing: Doing, id: string) {
    const check = checks.find(doing, id)
    if (check?.status === 'document_required') turn(doing, check, 'timeout')
  }

  const decision = job('kyc.decide', decide)
  const expiry = job('kyc.expire', expire)

  return {
    of,
    /** Refuses where a verification is under way, was passed or failed too often. */
    requireStartable: (acting: { identity: string }, customerId: string): void =>
      void attemptsBefore(of(acting, customerId)),
    start(doing: Doing, customerId: string, ssn: string): KycCheck {
      const before = of(doing, customerId)
      const attempts = attemptsBefore(before) + 1
      const check = submit(doing, customerId, before, { ssn, attempts, ...nothingAsked })
      doing.later(decision, check.id, doing.now + delayUs)
      return check
    },
    /** Takes documents in; once all that were asked for are there, the checks go on. */
    takeDocuments(doing: Doing, check: KycCheck, types: readonly DocumentType[]): KycCheck {
      if (check.status !== 'document_required')
        refuse('kyc_requests', `No documents are asked for: the verification is ${check.status}`)
      if (!check.documents.some(({ document_type }) => types.includes(document_type)))
        refuse(
          'create_kyc_schema',
          `Asked for are: ${check.documents.map(({ document_type }) => document_type).join(', ')}`,
        )
      const documents = check.documents.map((document) =>
        types.includes(document.document_type) ? { ...document, status: 'submitted' as const } : document,
      )
      if (documents.some(({ status }) => status === 'requested'))
        return checks.change(doing, check, { documents })
      doing.forgetLater(check.id)
      doing.later(decision, check.id, doing.now + delayUs)
      return checks.change(doing, check, { documents, status: 'submitted' })
    },
    /** Ends a verification by hand; where none is under way it counts as another attempt, if there may be one. */
    settle(doing: Doing, customerId: string, status: 'success' | 'failure' | 'error'): KycCheck {
      const before = of(doing, customerId)
      if (!isUnderWay(before)) attemptsBefore(before)
      return turn(doing, submitted(doing, customerId, before), status)
    },
    /** Why a verification cannot come to a status just now, undefined where it can. */
    obstacle(check: KycCheck | undefined, status: Outcome): string | undefined {
      if (!check || check.status === 'submitted') return undefined
      const who = `the customer ${check.customer_id}`
      if (check.status === 'success') return `${who} has passed KYC, which is final`
      if (!underWay.includes(check.status))
        return check.attempts < attemptsMax
          ? undefined
          : `${who} was checked ${check.attempts} times; more is not allowed`
      const isOpen = from[check.status]?.includes(status) ?? false
      return isOpen
        ? undefined
        : `the KYC of ${who} is ${check.status}, from where it cannot come to ${status}`
    },
    /** Brings a verification to a status, one that was never started included; see {@link obstacle}. */
    bring(
      doing: Doing,
      customerId: string,
      path: Pick<KycPath, 'documents'> & { status: Outcome },
    ): KycCheck {
      const check = submitted(doing, customerId, of(doing, customerId))
      return path.status === 'document_required'
        ? askDocuments(doing, check, path)
        : turn(doing, check, path.status)
    },
    /** Has something entered again, besides the documents that are asked for, and tells of it. */
    askAgain(doing: Doing, check: KycCheck): KycCheck {
      const asked = checks.change(doing, check, { incorrect_information: incorrect })
      const { customer_id, incorrect_information } = asked
      doing.emit('kyc.verification.reenter_information', { customer_id, incorrect_information })
      return asked
    },
    isUnderWay,
    forget(doing: Doing, customerId: string) {
      const check = of(doing, customerId)
      if (!check) return
      doing.forgetLater(check.id)
      checks.remove(check)
    },
  }
}
