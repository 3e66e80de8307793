import type { AnyRecord } from '@pauta/domain/resource/resource.ts';
import { type Answer, uuid } from '@pauta/ui/testing/contract.ts';

const times = { created_at: '2026-03-01T12:00:00Z', updated_at: '2026-03-01T12:00:00Z', row_version: 1 };

/** Open stages of the pipeline, for stories; the last one requires more than most opportunities have. */
export const stages = [
  { ...times, id: uuid(1), name: 'Prospecto', probability_pct: '10.0000', color: '#64748b' },
  { ...times, id: uuid(2), name: 'Propuesta enviada', probability_pct: '50.0000', color: '#2563eb' },
  {
    ...times,
    id: uuid(3),
    name: 'Negociación',
    probability_pct: '70.0000',
    color: '#7c3aed',
    required_fields: ['contact_id', 'flight', 'objective'],
  },
] as readonly AnyRecord[];

/** The answer of a list with these records. */
export const pageOf = (data: readonly AnyRecord[]): Answer => ({
  status: 200,
  body: { data, total: data.length, total_is_estimate: false, next_cursor: null },
});

/** An open opportunity in the first stage, for stories. */
export const opportunity = {
  ...times,
  id: uuid(11),
  number: 'OP-2026-0011',
  name: 'Campaña de aniversario',
  client_id: { id: uuid(81), label: 'Óptica Ñandú' },
  agency_id: null,
  contact_id: null,
  owner_id: { id: uuid(91), label: 'Ana Peñaló' },
  stage_id: { id: uuid(1), label: 'Prospecto' },
  result: 'open',
  flight: null,
  objective: null,
  expected_amount: '450000.00',
  currency_code: 'DOP',
  expected_close_date: '2100-06-30',
} as unknown as AnyRecord;
