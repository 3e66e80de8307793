import type { AnyRecord } from '@pauta/domain/resource/resource.ts';
import { uuid } from '@pauta/ui/testing/contract.ts';

const line = (place: number, label: string, values: object = {}) => ({
  id: uuid(place, 1),
  position: String(place),
  line_kind: 'airtime',
  inventory_item_id: { id: uuid(place, 2), label },
  description: label,
  flight: { from: '2026-11-02', to: '2026-11-15' },
  days: ['1', '3'],
  units_per_day: 2,
  duration_sec: 30,
  discount_pct: '0.0000',
  quantity: '8.0000',
  net: '8000.00',
  ...values,
});

const version = (number: number, lines: readonly object[], values: object): AnyRecord =>
  ({
    id: uuid(number),
    row_version: 1,
    created_at: '2026-10-01T12:00:00Z',
    updated_at: '2026-10-01T12:00:00Z',
    number: 'P-2026-0142',
    version: number,
    name: 'Lanzamiento de temporada',
    status: 'sent',
    client_id: { id: uuid(81), label: 'Óptica Ñandú' },
    contact_id: null,
    owner_id: { id: uuid(7), label: 'Ana Pérez' },
    currency_code: 'DOP',
    flight: { from: '2026-11-02', to: '2026-11-15' },
    valid_until: '2100-10-30',
    lines,
    ...values,
  }) as unknown as AnyRecord;

/** The first version of a quote, for stories. */
export const firstVersion: AnyRecord = version(
  1,
  [line(1, 'Noticiero estelar'), line(2, 'Juego de la tarde')],
  {
    net: '16000.00',
    total: '18880.00',
  },
);

/** Its second version: a line more, one less, and one changed. */
export const secondVersion: AnyRecord = version(
  2,
  [
    line(3, 'Noticiero estelar', {
      inventory_item_id: { id: uuid(1, 2), label: 'Noticiero estelar' },
      units_per_day: 3,
      quantity: '12.0000',
      net: '12000.00',
    }),
    line(4, 'Amanecer', { line_kind: 'bonus', net: '0.00' }),
  ],
  { net: '12000.00', total: '14160.00', valid_until: '2100-11-30' },
);
