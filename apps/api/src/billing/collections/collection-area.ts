import { collectionCases } from '@pauta/domain/billing/collections/collection-case.ts';
import { collectionLetters } from '@pauta/domain/billing/collections/collection-letter.ts';
import { collectionStages } from '@pauta/domain/billing/collections/collection-stage.ts';
import { invoiceDisputes } from '@pauta/domain/billing/collections/invoice-dispute.ts';
import { paymentPromises } from '@pauta/domain/billing/collections/payment-promise.ts';
import type { Area } from '../../platform/area.ts';
import { mountResource } from '../../resource/mount-resource.ts';
import { caseHooks } from './case-hooks.ts';
import { disputeHooks } from './dispute-hooks.ts';
import { followCollectionsInTime } from './follow-collections.ts';
import { letterRoutes } from './letter-routes.ts';
import { promiseHooks } from './promise-hooks.ts';

/** Promises of payment, disputes, stages and letters, and the collection from accounts that are overdue. */
export const collectionArea: Area = (app) => {
  mountResource(app, paymentPromises, promiseHooks);
  mountResource(app, collectionCases, caseHooks);
  mountResource(app, collectionStages);
  mountResource(app, collectionLetters);
  letterRoutes(app);
  mountResource(app, invoiceDisputes, disputeHooks);
  followCollectionsInTime(app);
};
