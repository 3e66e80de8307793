import { packages } from '@pauta/domain/inventory/packages/package.ts';
import { priceLists } from '@pauta/domain/inventory/prices/price-list.ts';
import { techTemplates } from '@pauta/domain/inventory/tech-templates/tech-template.ts';
import type { Area } from '../platform/area.ts';
import { mountResource } from '../resource/mount-resource.ts';
import { offerConstraints } from './offer-constraints.ts';
import { packageHooks } from './packages/hooks.ts';
import { packageRoutes } from './packages/routes.ts';
import { expirePriceListsInTime } from './prices/expire.ts';
import { priceListHooks } from './prices/hooks.ts';
import { priceListRoutes } from './prices/routes.ts';
import { tariffPages, tariffRoutes } from './prices/tariff/routes.ts';
import { techTemplateHooks } from './tech-templates/hooks.ts';
import { specificationRoutes } from './tech-templates/specification.ts';

/** What is offered of the inventory and at which price: price lists, packages, and what is asked of the client. */
export const offerArea: Area = (app) => {
  app.database.explainConstraints(offerConstraints);
  mountResource(app, priceLists, priceListHooks);
  priceListRoutes(app);
  tariffRoutes(app);
  tariffPages(app);
  expirePriceListsInTime(app);
  mountResource(app, packages, packageHooks);
  packageRoutes(app);
  mountResource(app, techTemplates, techTemplateHooks);
  specificationRoutes(app);
};
