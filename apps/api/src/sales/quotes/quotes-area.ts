import { quotes } from '@pauta/domain/sales/quotes/quote.ts';
import type { Area } from '../../platform/area.ts';
import { mountResource } from '../../resource/mount-resource.ts';
import { priceRoutes } from '../lines/price-routes.ts';
import { spacePriceRoute } from '../lines/space-price.ts';
import { orderRoutes } from '../orders/order-routes.ts';
import { roomPages } from '../quote-room/room-routes.ts';
import { roomStaffRoutes } from '../quote-room/staff-routes.ts';
import { quoteConstraints } from './constraints.ts';
import { distributeRoute } from './distribute-route.ts';
import { expireQuotesInTime } from './expire.ts';
import { quoteHooks } from './hooks.ts';
import { lineAvailabilityRoutes } from './line-availability-routes.ts';
import { proposeRenewalsInTime } from './renewals.ts';
import { quoteRoutes } from './routes.ts';

/** Quotes: media plans with their prices, holds and answers. */
export const quotesArea: Area = async (app) => {
  app.database.explainConstraints(quoteConstraints);
  mountResource(app, quotes, quoteHooks);
  quoteRoutes(app);
  distributeRoute(app);
  priceRoutes(app, quotes);
  spacePriceRoute(app);
  lineAvailabilityRoutes(app);
  roomStaffRoutes(app);
  await roomPages(app);
  orderRoutes(app);
  expireQuotesInTime(app);
  proposeRenewalsInTime(app);
};
