import type { CoverageLine } from '@pauta/domain/postsales/evidence/coverage.ts';
import type { PhotoFacts } from '@pauta/domain/postsales/evidence/photo-warnings.ts';
import type { AnyRecord } from '@pauta/domain/resource/resource.ts';

const dayOf = (at: number): string => `2026-05-${String(at + 1).padStart(2, '0')}`;

/** A report of a month. */
export const someReport = {
  id: '0190a000-0000-7000-8000-0000000000e1',
  row_version: 1,
  number: 'EV-2026-00007',
  status: 'objected',
  period: { from: dayOf(0), to: dayOf(30) },
  certificate_no: 'CP-2026-00007',
} as unknown as AnyRecord;

export const someLines: readonly CoverageLine[] = ['Cuña de 30 s en el noticiero', 'Valla de la avenida'].map(
  (title, line) => ({
    id: `0190a000-0000-7000-8000-00000000000${line}`,
    title,
    space: line === 0 ? 'Noticiero 19:00' : 'Valla 27',
    days: Array.from({ length: 31 }, (_, at) => ({
      day: dayOf(at),
      contracted: 3,
      delivered: [3, 2, 0, 4, 3][(at + line) % 5] ?? 3,
      proven: (at + line) % 5 === 4 ? 1 : ([3, 2, 0, 4][(at + line) % 5] ?? 3),
    })),
  }),
);

const photo = (id: number, values: Partial<PhotoFacts>): PhotoFacts => ({
  id: `0190a000-0000-7000-8000-0000000001f${id}`,
  title: 'Valla encendida',
  kind: 'photo',
  has_picture: false,
  is_measured_later: false,
  captured_at: '2026-05-12T14:00:00Z',
  taken_at: null,
  from: dayOf(0),
  to: dayOf(30),
  camera: 'Teléfono de Implementación',
  latitude: null,
  longitude: null,
  site: null,
  site_latitude: null,
  site_longitude: null,
  is_hashed_at_capture: true,
  twins: [],
  ...values,
});

export const someItems: readonly PhotoFacts[] = [
  photo(1, {}),
  photo(2, {
    title: 'Vista general',
    taken_at: '2026-03-02T14:00:00Z',
    twins: [{ is_exact: false, number: 'EV-2026-00003', title: 'Pieza al aire', report_id: null }],
  }),
  photo(3, { title: 'Log del máster', kind: 'air_log', is_hashed_at_capture: false }),
];
