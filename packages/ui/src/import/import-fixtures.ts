import type { Answer } from '../testing/contract.ts';
import type { ErrorGroup, ImportJob, ImportRow, PastImport } from './import-job.ts';

const none = { new: 0, update: 0, unchanged: 0, duplicate: 0, error: 0 };
const noOutcomes = { created: 0, updated: 0, unchanged: 0, skipped: 0, failed: 0 };

const column = (header: string, ...samples: string[]) => ({
  header,
  samples,
  decimal: '.' as const,
  dayFirst: true,
});

/** An import of clients as returned by the API, for stories and tests. */
export const importJob = (changes: Partial<ImportJob> = {}): ImportJob => ({
  id: '01900000-0000-7000-8030-000000000001',
  resource: 'clients',
  file_name: 'clientes-2026.xlsx',
  format: 'xlsx',
  rows: 1240,
  status: 'mapping',
  failure: null,
  columns: [
    column('Código', 'CLI-001', 'CLI-002', 'CLI-003'),
    column('Empresa', 'ACME, S. R. L.', 'Óptica Ñandú, S. R. L.'),
    column('Marca', 'ACME', 'Óptica Ñandú'),
    column('Color preferido', 'Azul', 'Verde'),
  ],
  mapping: ['client_code', 'legal_name', 'trade_name', null],
  remembered: 1,
  key: 'client_code',
  keys: ['id', 'client_code', 'company_code', 'trade_name'],
  blanks: 'keep',
  processed: 0,
  counts: none,
  outcomes: noOutcomes,
  tie_out: null,
  request_id: '01900000-0000-7000-8031-000000000001',
  undone_at: null,
  row_version: 1,
  ...changes,
});

/** An import of contracts that run in another system, after its check. */
export const runningContracts = importJob({
  resource: 'contracts',
  file_name: 'contratos-vigentes.xlsx',
  rows: 84,
  status: 'checked',
  processed: 84,
  mapping: ['former_number', 'name', 'client_id', null],
  key: 'former_number',
  keys: ['id', 'former_number', 'number', 'name'],
  counts: { ...none, new: 84 },
  tie_out: [
    {
      group: 'DOP',
      read: {
        documents: '12',
        lines: '48',
        net: '1250000.00',
        tax: '225000.00',
        total: null,
        instalments: '1250000.00',
        aired: '3100',
        billed: '640000.00',
      },
      stored: {
        documents: '12',
        lines: '48',
        net: '1250000.00',
        tax: '225000.00',
        total: '1475000.00',
        instalments: '1250000.00',
        aired: '3100',
        billed: '640000.00',
      },
    },
  ],
});

export const checkedCounts = { new: 900, update: 300, unchanged: 20, duplicate: 12, error: 8 };
export const doneOutcomes = { created: 900, updated: 300, unchanged: 20, skipped: 20, failed: 0 };

const row = (line: number, changes: Partial<ImportRow>): ImportRow => ({
  line,
  cells: [],
  title: 'ACME',
  verdict: 'new',
  outcome: null,
  record_id: null,
  errors: [],
  changes: [],
  duplicates: [],
  ...changes,
});

export const importRows: readonly ImportRow[] = [
  row(2, { title: 'Panadería Ñandú' }),
  row(3, {
    title: 'ACME',
    verdict: 'update',
    record_id: '01900000-0000-7000-8020-000000000000',
    changes: [{ field: 'status', label: 'Estado', before: 'Prospecto', after: 'Activo' }],
  }),
  row(4, {
    title: 'Optica Nandu',
    verdict: 'duplicate',
    duplicates: [
      {
        id: '01900000-0000-7000-8020-000000000001',
        label: 'Óptica Ñandú',
        code: 'CLI-002',
        reason: 'Nombre comercial: igual',
      },
    ],
  }),
  row(5, {
    title: 'Sin datos',
    verdict: 'error',
    errors: [
      { field: 'tax_id', message: 'Ya existe un cliente con esta identificación en ese país.' },
      { field: null, message: 'La fila 2 ya trata este mismo registro.' },
    ],
  }),
];

/** A row with an error to correct: its industry does not exist. */
const unknownIndustry = row(6, {
  title: 'Óptica Ñandú',
  verdict: 'error',
  cells: ['CLI-002', 'Óptica Ñandú, S. R. L.', 'Óptica Ñandú', 'Ópticas'],
  errors: [
    {
      field: 'industry_id',
      message: 'No existe «Ópticas» en Industrias, o ya no está disponible.',
      value: 'Ópticas',
    },
  ],
});

export const errorGroups: readonly ErrorGroup[] = [
  {
    id: 'a'.repeat(32),
    field: 'industry_id',
    message: 'No existe «Ópticas» en Industrias, o ya no está disponible.',
    value: 'Ópticas',
    count: 7,
  },
  {
    id: 'b'.repeat(32),
    field: 'tax_id',
    message: 'Ya existe un cliente con esta identificación en ese país.',
    value: null,
    count: 1,
  },
];

const past = (changes: Partial<PastImport>): PastImport => ({
  id: '01900000-0000-7000-8030-000000000002',
  resource: 'clients',
  file_name: 'clientes-enero.xlsx',
  rows: 120,
  status: 'done',
  request_id: '01900000-0000-7000-8031-000000000002',
  undone_at: null,
  user: { id: '01900000-0000-7000-8032-000000000001', label: 'Ana Vendedora' },
  own: true,
  outcomes: { created: 100, updated: 15, skipped: 5 },
  created_at: '2026-01-12T14:30:00Z',
  finished_at: '2026-01-12T14:31:00Z',
  ...changes,
});

export const pastImports: readonly PastImport[] = [
  past({}),
  past({
    id: '01900000-0000-7000-8030-000000000003',
    file_name: 'clientes-2025.csv',
    undone_at: '2026-01-11T10:00:00Z',
  }),
  past({
    id: '01900000-0000-7000-8030-000000000004',
    file_name: 'prospectos.xlsx',
    rows: 1,
    status: 'checked',
    outcomes: {},
    finished_at: null,
  }),
];

/** The responses of the API about imports: one job, its rows, and the recent jobs. */
export const importAnswer = (
  { method, path }: { method: string; path: string },
  job: ImportJob,
): Answer | undefined => {
  const { pathname, searchParams } = new URL(path, 'http://api');
  if (pathname === '/imports') return { status: 200, body: { data: pastImports, next_cursor: null } };
  if (pathname === `/imports/${job.id}/error-groups`) return { status: 200, body: { data: errorGroups } };
  if (pathname === '/clients/imports') return { status: 201, body: { data: job } };
  if (pathname === `/imports/${job.id}` && method === 'GET') return { status: 200, body: { data: job } };
  if (pathname === `/imports/${job.id}/rows`) {
    const verdict = searchParams.get('verdict');
    if (searchParams.get('group') === errorGroups[0]?.id) {
      return { status: 200, body: { data: [unknownIndustry], next_cursor: null } };
    }
    const data = importRows.filter((one) => verdict === null || one.verdict === verdict);
    return { status: 200, body: { data, next_cursor: null } };
  }
  return undefined;
};
