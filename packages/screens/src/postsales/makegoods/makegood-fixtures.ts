import type { AnyRecord } from '@pauta/domain/resource/resource.ts';
import type { RoomLink } from '@pauta/ui/public-link/links-card.tsx';
import { uuid } from '@pauta/ui/testing/contract.ts';

/** An offer that was sent to its client. */
export const someOffer = (place: number, changes: Partial<AnyRecord> = {}): AnyRecord =>
  ({
    id: uuid(place),
    row_version: 1,
    label: `Noticiero estelar, cuña ${place}`,
    contract_id: { id: uuid(1, 2), label: 'CT-2026-00012' },
    client_id: { id: uuid(1, 3), label: 'Óptica Ñandú' },
    placement_id: { id: uuid(place, 4), label: 'Noticiero estelar' },
    missed_on: '2026-11-20',
    inventory_item_id: { id: uuid(1, 5), label: 'Noticiero estelar, corte 1' },
    starts_on: '2026-12-02',
    ends_on: '2026-12-02',
    currency_code: 'DOP',
    worth: '18500.00',
    billed_as_aired: true,
    status: 'sent',
    sent_at: '2026-11-24T14:00:00Z',
    answered_at: null,
    answered_by: null,
    remark: null,
    makegood_id: null,
    created_at: '2026-11-23T14:00:00Z',
    updated_at: '2026-11-24T14:00:00Z',
    ...changes,
  }) as AnyRecord;

/** One for which no place of equal value is left. */
export const withoutPlace = someOffer(2, {
  inventory_item_id: null,
  starts_on: null,
  ends_on: null,
  status: 'open',
  sent_at: null,
});

/** What its client did not want. */
export const declinedOffer = someOffer(3, {
  status: 'declined',
  billed_as_aired: false,
  answered_at: '2026-11-25T14:00:00Z',
  answered_by: 'María Peña (Gerente de Mercadeo)',
  remark: 'Ese día la tienda cierra. Preferimos el fin de semana.',
});

/** A link that its recipient opened. */
export const someLink: RoomLink = {
  id: uuid(1, 6),
  recipient: 'María Peña',
  email: 'maria@optica.example',
  expires_on: '2026-12-05',
  created_at: '2026-11-24T14:00:00Z',
  is_open: true,
  visits: 2,
  last_act_at: '2026-11-24T16:30:00Z',
};
