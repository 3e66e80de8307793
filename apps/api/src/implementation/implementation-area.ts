import { workOrders } from '@pauta/domain/implementation/work-orders/work-order.ts';
import type { Area } from '../platform/area.ts';
import { mountResource } from '../resource/mount-resource.ts';
import { workOrderHooks } from './work-orders/work-order-hooks.ts';

/** Work orders: what puts sold units on the air. */
export const implementationArea: Area = (app) => {
  mountResource(app, workOrders, workOrderHooks);
};
