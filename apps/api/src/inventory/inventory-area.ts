import { capacityExceptions } from '@pauta/domain/inventory/exceptions/capacity-exception.ts';
import { exclusivities } from '@pauta/domain/inventory/exclusivities/exclusivity.ts';
import { holds } from '@pauta/domain/inventory/holds/hold.ts';
import { inventoryItems } from '@pauta/domain/inventory/items/inventory-item.ts';
import { capacityOverrides } from '@pauta/domain/inventory/overrides/capacity-override.ts';
import { pointsOfInterest } from '@pauta/domain/inventory/points-of-interest/point-of-interest.ts';
import type { Area } from '../platform/area.ts';
import { mountResource } from '../resource/mount-resource.ts';
import { availabilityRoutes } from './availability/routes.ts';
import { capacityExceptionHooks } from './exceptions/hooks.ts';
import { exclusivityHooks } from './exclusivities/hooks.ts';
import { advanceHoldsInTime } from './holds/advance-holds.ts';
import { holdHooks } from './holds/hooks.ts';
import { inventoryItemHooks } from './items/hooks.ts';
import { capacityOverrideHooks } from './overrides/hooks.ts';

/** Spaces, what is taken of them, and holds. */
export const inventoryArea: Area = (app) => {
  app.database.explainConstraints({
    inventory_items_code_key: { field: 'code', message: 'Ese código ya es de otro espacio.' },
    inventory_items_no_cycle: {
      field: 'parent_id',
      message: 'Así el espacio se contendría a sí mismo. Elija otro.',
    },
    inventory_items_parent_id_check: {
      field: 'parent_id',
      message: 'Así el espacio se contendría a sí mismo. Elija otro.',
    },
    inventory_items_like_parent: {
      field: 'parent_id',
      message:
        'Un espacio y el que lo contiene son del mismo canal, emisora o circuito y se miden en la misma unidad. ' +
        'Elija otro, o cambie primero los que están dentro.',
    },
    inventory_items_stays: {
      message:
        'Este espacio, o uno de los que contiene, ya tiene reservas o ventas: no cambia de lugar ni de unidad. Cree otro espacio.',
    },
    inventory_items_taken: {
      message:
        'Este espacio, o uno de los que contiene, tiene reservas o ventas de hoy en adelante. Libérelas o muévalas primero.',
    },
    occupancy_no_overbooking: {
      field: 'capacity',
      message:
        'Algún día ya tiene más reservado o vendido de lo que cabría. Revise la ocupación antes de reducir el espacio.',
    },
    capacity_exceptions_once: {
      field: 'dates',
      message: 'El espacio ya tiene una excepción en alguno de esos días. Cambie aquella o elija otros días.',
    },
    capacity_exceptions_stay: {
      field: 'inventory_item_id',
      message: 'Una excepción no pasa a otro espacio: archívela y cree otra.',
    },
    inventory_items_flight_bounds: {
      field: 'max_flight_days',
      message: 'El vuelo máximo debe ser igual o mayor que el mínimo.',
    },
    inventory_items_slot_in_loop: { field: 'slot_sec', message: 'Un anuncio no dura más que el ciclo.' },
    holds_number_key: { field: 'number', message: 'Ese número ya es de otra reserva.' },
    capacity_overrides_stays: { message: 'Una sobrecapacidad decidida no cambia. Pida otra.' },
    capacity_overrides_late: { message: 'Ya pasó el momento hasta el que se podía usar. Recházela.' },
    capacity_overrides_limit: {
      message: 'Con las otras aprobadas pasaría del límite de la configuración en alguno de esos días.',
    },
    capacity_overrides_other_decides: { message: 'La pidió usted: la decide otra persona.' },
    exclusivities_once: {
      field: 'dates',
      message:
        'Ya hay una exclusividad de esa industria ahí en alguno de esos días. Cambie aquella o los días.',
    },
    exclusivities_other: {
      field: 'dates',
      message:
        'Otro cliente de esa industria tiene una exclusividad que coincide ahí en alguno de esos días. Cambie los días o el lugar.',
    },
    exclusivities_taken: {
      field: 'dates',
      message:
        'Un competidor ya tiene reservas o ventas ahí. Libérelas o muévalas primero, o cambie los días.',
    },
    exclusivities_respected: {
      message:
        'Otro cliente de la misma industria tiene la exclusividad ahí. Elija otros días u otro espacio.',
    },
    holds_quote_line_open: { message: 'Ese renglón ya tiene una reserva abierta.' },
    holds_stays: { message: 'Una reserva no cambia: libérela y cree otra.' },
  });
  mountResource(app, inventoryItems, inventoryItemHooks);
  mountResource(app, capacityExceptions, capacityExceptionHooks);
  mountResource(app, capacityOverrides, capacityOverrideHooks);
  mountResource(app, exclusivities, exclusivityHooks);
  mountResource(app, pointsOfInterest);
  mountResource(app, holds, holdHooks);
  availabilityRoutes(app);
  advanceHoldsInTime(app);
};
