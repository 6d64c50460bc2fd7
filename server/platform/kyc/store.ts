/** Carries out customer verifications (KYC). */
import type { z } from 'zod'
import { parseDuration } from '../../words/time.ts'
import { addDays } from '../dates.ts'
import type { Doing } from '../doing.ts'
import { refuse } from '../errors.ts'
import type { DataOf, Kept } from '../objects/store.ts'
import type { World } from '../world.ts'
import type { documentTypes, kyc } from './schemas.ts'

type KycStatus = z.infer<typeof kyc>['status']
type DocumentType = (typeof documentTypes)[number]

/** The result of a submitted verification. */
interface KycPath {
  status: Exclude<KycStatus, 'submitted'>
  /** The requested documents. */
  documents?: readonly DocumentType[]
  /** Whether some data must be entered again. */
  reenter?: true
  /** The status once the documents have arrived. Passed by default. */
  afterDocuments?: 'under_review'
}

/** Social security numbers that choose how KYC ends. All others pass. Source: what is public of the platform's sandbox. */
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

/** The possible results of a verification. */
export type Outcome = Exclude<KycStatus, 'submitted'>
/** The next states of a waiting verification. Source: what is public of the platform's KYC. */
const from: Partial<Record<KycStatus, readonly Outcome[]>> = {
  under_review: ['success', 'failure', 'error'],
  document_required: ['success', 'failure', 'error', 'timeout', 'under_review'],
}

/** How often a customer may be verified if earlier verifications failed. */
const attemptsMax = 3
/** How long requested documents may take. */
const documentDays = 3
const underWay: readonly KycStatus[] = ['submitted', 'under_review', 'document_required']
/** For a verification that requests nothing. */
const nothingAsked = { inquiry_id: null, documents: [], incorrect_information: null }
const incorrect = { description: 'The address does not go with the number', fields: ['addresses', 'ssn'] }

/** The verifications of customers, one each. A failed verification can start again. Passed is final. */
export function createKyc({ collection, config, ids, job }: World) {
  const checks = collection<KycData>('kyc', { parent: 'customer_id', state: 'status' })
  const delayUs = (parseDuration(config.kyc.delay) ?? 0) * 1000

  const of = (acting: { identity: string }, customerId: string): KycCheck | undefined =>
    checks.list(acting, { parent: customerId })[0]

  const isUnderWay = (check: KycCheck | undefined): check is KycCheck =>
    check !== undefined && underWay.includes(check.status)

  /** Refuses a verification that may not start. Returns the number of earlier ones. */
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

  /** Submits a verification. An earlier one is submitted again. */
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

  /** Ends a verification or makes it wait for somebody, and emits the event. */
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

  /** A submitted verification: the existing one or a new one. */
  function submitted(doing: Doing, customerId: string, before: KycCheck | undefined): KycCheck {
    const attempts = (before?.attempts ?? 0) + (isUnderWay(before) ? 0 : 1)
    return submit(doing, customerId, before, { attempts })
  }

  /** Requests documents and waits for them. */
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

  /** Decides a verification: at first by the number, later by the requested documents. */
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
    /** The ids of the newest customers who have not passed, each with the verification so far. */
    *newestOpen(acting: { identity: string }) {
      const customers = checks.firstOfNewest(acting, { kind: 'customer', exceptIn: 'success' })
      for (const [id, check] of customers) yield { id, check }
    },
    /** Refuses if a verification is under way, has passed, or failed too often. */
    requireStartable: (acting: { identity: string }, customerId: string): void =>
      void attemptsBefore(of(acting, customerId)),
    start(doing: Doing, customerId: string, ssn: string): KycCheck {
      const before = of(doing, customerId)
      const attempts = attemptsBefore(before) + 1
      const check = submit(doing, customerId, before, { ssn, attempts, ...nothingAsked })
      doing.later(decision, check.id, doing.now + delayUs)
      return check
    },
    /** Accepts documents. Once all requested ones have arrived, the verification continues. */
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
    /** Ends a verification by hand. Without one under way, this counts as another attempt, if one is left. */
    settle(doing: Doing, customerId: string, status: 'success' | 'failure' | 'error'): KycCheck {
      const before = of(doing, customerId)
      if (!isUnderWay(before)) attemptsBefore(before)
      return turn(doing, submitted(doing, customerId, before), status)
    },
    /** Why a verification cannot reach a status now. Undefined if it can. */
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
    /** Sets the status of a verification, even if it was never started. See {@link obstacle}. */
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
    /** Requests data again, besides the requested documents, and emits the event. */
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
