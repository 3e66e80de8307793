import { fold } from '../../text/fold.ts';

/** How the cells of a column are read. */
export type OpeningCell = 'text' | 'day' | 'month' | 'amount' | 'count';

/** A column of a file of an opening. */
export interface OpeningColumn {
  readonly header: string;
  readonly cell: OpeningCell;
  readonly required?: boolean;
  /** The most characters of a text. */
  readonly max?: number;
  /** An amount may be zero. */
  readonly zero?: boolean;
  /** Other headers that mean the same. */
  readonly alike?: readonly string[];
  readonly example: string;
}

export type OpeningColumns = Readonly<Record<string, OpeningColumn>>;

const currency: OpeningColumn = { header: 'Moneda', cell: 'text', max: 3, example: 'DOP' };

/** The files of an opening, by what they have, with their columns. */
export const openingParts = {
  invoices: {
    label: 'Facturas abiertas',
    hint: 'Una fila por factura con balance. «Cliente» y «Agencia» son su código o su RNC; con agencia, se le factura a ella. «ITBIS» es el del total: con él, una nota de crédito reversa la parte del impuesto que le toca.',
    columns: {
      number: {
        header: 'Número',
        cell: 'text',
        required: true,
        max: 30,
        alike: ['factura', 'documento', 'numero anterior'],
        example: 'FAC-001245',
      },
      fiscal_number: {
        header: 'NCF',
        cell: 'text',
        max: 19,
        alike: ['e-ncf', 'comprobante'],
        example: 'B0100001245',
      },
      client: {
        header: 'Cliente',
        cell: 'text',
        required: true,
        max: 60,
        alike: ['rnc', 'codigo de cliente'],
        example: '101000001',
      },
      agency: { header: 'Agencia', cell: 'text', max: 60, example: '' },
      issued_on: {
        header: 'Fecha',
        cell: 'day',
        required: true,
        alike: ['emision', 'fecha de emision'],
        example: '2026-09-15',
      },
      due_on: {
        header: 'Vence',
        cell: 'day',
        required: true,
        alike: ['vencimiento', 'fecha de vencimiento'],
        example: '2026-10-15',
      },
      currency,
      total: { header: 'Total', cell: 'amount', alike: ['importe', 'monto'], example: '118000.00' },
      tax: {
        header: 'ITBIS',
        cell: 'amount',
        zero: true,
        alike: ['impuesto', 'itbis facturado'],
        example: '18000.00',
      },
      balance: {
        header: 'Balance',
        cell: 'amount',
        required: true,
        alike: ['saldo', 'pendiente'],
        example: '59000.00',
      },
      contract: { header: 'Contrato', cell: 'text', max: 40, example: '' },
    },
  },
  advances: {
    label: 'Anticipos',
    hint: 'Una fila por cobro sin aplicar. Indique el cliente o la agencia, por su código o su RNC.',
    columns: {
      number: {
        header: 'Recibo',
        cell: 'text',
        required: true,
        max: 60,
        alike: ['numero', 'referencia'],
        example: 'REC-000310',
      },
      client: {
        header: 'Cliente',
        cell: 'text',
        max: 60,
        alike: ['rnc', 'codigo de cliente'],
        example: '101000001',
      },
      agency: { header: 'Agencia', cell: 'text', max: 60, example: '' },
      received_on: { header: 'Fecha', cell: 'day', required: true, example: '2026-09-20' },
      currency,
      amount: {
        header: 'Sin aplicar',
        cell: 'amount',
        required: true,
        alike: ['importe', 'monto', 'balance', 'saldo'],
        example: '25000.00',
      },
    },
  },
  withholdings: {
    label: 'Retenciones por compensar',
    hint: 'Una fila por retención que un cobro trajo y todavía no se compensa. Indique el cliente o la agencia que retuvo; sin «Comprobante», queda como retención sin comprobante.',
    columns: {
      number: {
        header: 'Cobro',
        cell: 'text',
        required: true,
        max: 60,
        alike: ['recibo', 'referencia', 'numero'],
        example: 'REC-000288',
      },
      client: {
        header: 'Cliente',
        cell: 'text',
        max: 60,
        alike: ['rnc', 'codigo de cliente'],
        example: '101000001',
      },
      agency: { header: 'Agencia', cell: 'text', max: 60, example: '' },
      tax: { header: 'Impuesto', cell: 'text', required: true, max: 10, alike: ['tipo'], example: 'ISR' },
      pct: { header: 'Porcentaje', cell: 'amount', alike: ['tasa'], example: '5' },
      withheld_on: { header: 'Fecha', cell: 'day', required: true, example: '2026-08-31' },
      currency,
      amount: {
        header: 'Retenido',
        cell: 'amount',
        required: true,
        alike: ['importe', 'monto'],
        example: '5000.00',
      },
      certificate: {
        header: 'Comprobante',
        cell: 'text',
        max: 60,
        alike: ['certificado', 'certificacion'],
        example: '',
      },
    },
  },
  commissions: {
    label: 'Comisiones exigibles',
    hint: 'Una fila por comisión ya ganada que falta pagar. «Tipo» es Agencia, Ejecutivo o Referente; la agencia va por su código o RNC, el ejecutivo por su correo o nombre, y el referente por el nombre de su referido.',
    columns: {
      kind: {
        header: 'Tipo',
        cell: 'text',
        required: true,
        max: 20,
        alike: ['clase'],
        example: 'Agencia',
      },
      beneficiary: {
        header: 'Beneficiario',
        cell: 'text',
        required: true,
        max: 160,
        alike: ['nombre', 'agencia', 'ejecutivo'],
        example: '101000002',
      },
      document: {
        header: 'Factura',
        cell: 'text',
        required: true,
        max: 40,
        alike: ['documento', 'numero'],
        example: 'FAC-001190',
      },
      detail: { header: 'Detalle', cell: 'text', max: 100, alike: ['concepto', 'cliente'], example: '' },
      earned_on: { header: 'Fecha', cell: 'day', required: true, example: '2026-09-05' },
      currency,
      base: { header: 'Base', cell: 'amount', example: '100000.00' },
      amount: {
        header: 'Exigible',
        cell: 'amount',
        required: true,
        alike: ['comision', 'importe', 'monto'],
        example: '15000.00',
      },
    },
  },
  sequences: {
    label: 'Próximos números fiscales',
    hint: 'Una fila por secuencia que ya está en uso. La secuencia debe existir en Configuración, sin números emitidos aquí.',
    columns: {
      document: {
        header: 'Comprobante',
        cell: 'text',
        required: true,
        max: 3,
        alike: ['tipo', 'serie'],
        example: 'B01',
      },
      next: {
        header: 'Próximo número',
        cell: 'count',
        required: true,
        alike: ['proximo', 'siguiente'],
        example: '1246',
      },
    },
  },
  sales: {
    label: 'Ventas por mes',
    hint: 'Hasta 24 meses de ventas antes de impuestos, por cliente, plataforma y ejecutivo, para comparar. Las plataformas van por su código o nombre; los ejecutivos, por su correo o nombre.',
    columns: {
      month: {
        header: 'Mes',
        cell: 'month',
        required: true,
        alike: ['fecha', 'periodo'],
        example: '2026-09',
      },
      client: {
        header: 'Cliente',
        cell: 'text',
        required: true,
        max: 60,
        alike: ['rnc', 'codigo de cliente'],
        example: '101000001',
      },
      platform: {
        header: 'Plataforma',
        cell: 'text',
        required: true,
        max: 100,
        alike: ['medio'],
        example: 'TV',
      },
      seller: { header: 'Ejecutivo', cell: 'text', max: 160, alike: ['vendedor'], example: '' },
      currency,
      amount: {
        header: 'Venta',
        cell: 'amount',
        required: true,
        alike: ['importe', 'monto', 'neto'],
        example: '150000.00',
      },
    },
  },
} as const satisfies Readonly<
  Record<string, { readonly label: string; readonly hint: string; readonly columns: OpeningColumns }>
>;

export type OpeningPart = keyof typeof openingParts;

export const openingPartNames = Object.keys(openingParts) as readonly OpeningPart[];

/** The column that a header of a file means; null for one that is not read. */
export const openingColumnOf = (part: OpeningPart, header: string): string | null => {
  const name = fold(header).trim();
  const columns: OpeningColumns = openingParts[part].columns;
  const found = Object.entries(columns).find(
    ([, column]) => fold(column.header) === name || column.alike?.includes(name),
  );
  return found?.[0] ?? null;
};

/** The headers that a file lacks. */
export const missingOpeningHeaders = (part: OpeningPart, found: readonly (string | null)[]): string[] => {
  const columns: OpeningColumns = openingParts[part].columns;
  return Object.entries(columns)
    .filter(([name, { required }]) => required && !found.includes(name))
    .map(([, { header }]) => header);
};
