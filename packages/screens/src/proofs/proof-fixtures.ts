import type { Proofs, ProvedInvariant } from '@pauta/domain/proofs/proof-result.ts';

const kept: ProvedInvariant = {
  name: 'no_overbooking',
  number: 'I1',
  title: 'Ningún espacio tiene más vendido o reservado de lo que cabe',
  meaning: 'Cada día, lo reservado y lo vendido de un espacio cabe en su capacidad.',
  enforced_by: 'Restricción de los contadores de cada espacio y día',
  state: 'passed',
  at: '2026-11-27T07:00:10Z',
  since: '2026-10-01T07:00:12Z',
  count: 0,
  rows: [],
  problem: null,
  took_ms: 38,
  task_id: null,
};

const broken: ProvedInvariant = {
  ...kept,
  name: 'fiscal_numbers',
  number: 'I8',
  title: 'Los comprobantes fiscales no tienen huecos ni repeticiones',
  meaning: 'Cada número que se tomó de una secuencia está en un comprobante emitido, una sola vez.',
  enforced_by: 'La secuencia se bloquea hasta emitir',
  state: 'failed',
  since: null,
  count: 3,
  rows: [
    {
      resource: 'fiscal_sequences',
      id: '01890a5d-ac96-774b-bcce-b302099a8911',
      label: 'B01 · 1–500',
      wrong: 'Falta el comprobante B0100000017.',
    },
    { resource: null, id: null, label: 'Compañía ANT', wrong: 'Faltan comprobantes.' },
  ],
  task_id: '01890a5d-ac96-774b-bcce-b302099a8912',
};

const untried: ProvedInvariant = {
  ...kept,
  name: 'audit_chain',
  number: 'I14',
  title: 'La auditoría no se ha tocado',
  meaning: 'Cada movimiento lleva la huella del anterior.',
  enforced_by: 'Cadena de huellas SHA-256',
  state: 'error',
  since: null,
  problem: 'La consulta llegó a su límite de tiempo (120 s) y se detuvo.',
};

const untouched: ProvedInvariant = {
  ...kept,
  name: 'untouched',
  state: null,
  at: null,
  since: null,
  took_ms: null,
};

const proved_at = '2026-11-27T07:00:20Z';

/** Proofs for tests and stories: all kept, some broken, one running, none yet. */
export const sampleProofs: Readonly<Record<'kept' | 'broken' | 'running' | 'none', Proofs>> = {
  kept: { invariants: [kept], running_id: null, proved_at },
  broken: { invariants: [kept, broken, untried, untouched], running_id: null, proved_at },
  running: {
    invariants: [kept, broken, untouched],
    running_id: '01890a5d-ac96-774b-bcce-b302099a8913',
    proved_at,
  },
  none: {
    invariants: [untouched],
    running_id: null,
    proved_at: null,
  },
};
