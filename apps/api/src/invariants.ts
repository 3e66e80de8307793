import { billingInvariants } from './billing/invariants.ts';
import { inventoryInvariants } from './inventory/invariants.ts';
import type { Invariant, UnprovedInvariant } from './platform/invariants/invariant.ts';
import { ownInvariants } from './platform/invariants/own-invariants.ts';
import { postsalesInvariants } from './postsales/invariants.ts';
import { presalesInvariants } from './presales/invariants.ts';
import { salesInvariants } from './sales/invariants.ts';

/** What every area guarantees, proved every night and on demand; an area adds its own list here. */
export const invariants: readonly Invariant[] = [
  ...inventoryInvariants,
  ...salesInvariants,
  ...postsalesInvariants,
  ...billingInvariants,
  ...presalesInvariants,
  ...ownInvariants,
];

/** Numbers of the domain model without a query. Remove the entry when its area exports an invariant with its number. */
export const unproved: readonly UnprovedInvariant[] = [
  {
    number: 'I2',
    title: 'Vender por encima de la capacidad tiene motivo, límite y otra persona que lo aprueba',
    meaning: 'Una sobreventa vence, y nunca la aprueba quien la pide.',
    notYet: 'Todavía no hay sobreventas: nada se vende por encima de la capacidad.',
  },
  {
    number: 'I3',
    title: 'Toda reserva termina, y al terminar libera su espacio',
    meaning: 'Una reserva vencida no ocupa nada, y su presupuesto sigue vivo.',
    notYet: 'Todavía no hay una prueba de las reservas.',
  },
  {
    number: 'I18',
    title: 'Una industria con exclusividad no comparte su espacio con la competencia',
    meaning: 'Mientras dure la exclusividad, ningún competidor se anuncia allí.',
    notYet: 'Todavía no hay exclusividades.',
  },
];
