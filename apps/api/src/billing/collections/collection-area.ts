import { collectionCases } from '@pauta/domain/billing/collections/collection-case.ts';
import { invoiceDisputes } from '@pauta/domain/billing/collections/invoice-dispute.ts';
import { paymentPromises } from '@pauta/domain/billing/collections/payment-promise.ts';
import type { Area } from '../../platform/area.ts';
import { mountResource } from '../../resource/mount-resource.ts';
import { caseHooks } from './case-hooks.ts';
import { disputeHooks } from './dispute-hooks.ts';
import { followCollectionsInTime } from './follow-collections.ts';
import { promiseHooks } from './promise-hooks.ts';

/** Promises of payment, disputes, and the collection from accounts that are overdue. */
export const collectionArea: Area = (app) => {
  mountResource(app, paymentPromises, promiseHooks);
  mountResource(app, collectionCases, caseHooks);
  mountResource(app, invoiceDisputes, disputeHooks);
  followCollectionsInTime(app);
};
