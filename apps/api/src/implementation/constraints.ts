import type { ConstraintMeanings } from '../platform/database/constraints.ts';

/** Messages for the constraints of work orders. */
export const implementationConstraints: ConstraintMeanings = {
  work_orders_once: { message: 'Ese renglón ya tiene su orden de trabajo.' },
  work_orders_removal_once: { message: 'Esa instalación ya tiene su desinstalación.' },
  work_orders_steps_done: { message: 'Quedan pasos obligatorios por hacer. Márquelos en la pestaña Pasos.' },
  work_orders_sheet_approved: {
    message: 'La ficha técnica de su renglón aún no está aprobada. Apruébela antes.',
  },
  work_orders_kind_begun: {
    field: 'kind',
    message: 'Ya tiene pasos hechos: cree otra orden del otro tipo.',
  },
  work_order_steps_stay: { message: 'Los pasos de una orden no cambian: se copiaron al crearla.' },
  work_order_steps_of_open_order: {
    message: 'La orden ya está completada o cancelada: sus pasos no cambian.',
  },
  work_order_photos_once: { field: 'sha256', message: 'Esa misma foto ya está en la orden.' },
  late_starts_once: { message: 'Esa orden ya tiene su propuesta por inicio tardío.' },
  late_starts_stay: { message: 'Lo propuesto no cambia: acéptelo o rechácelo.' },
};
