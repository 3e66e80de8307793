import type { CloseItem } from '@pauta/domain/finance/close-item.ts';
import { countOf, type Label } from '@pauta/domain/text/label.ts';
import sql, { join, type Sql } from 'sql-template-tag';
import type { Queryable } from '../../platform/database/database.ts';

/** The month of a company that is closed: its first day and the one after its last. */
export interface ClosedMonth {
  readonly companyId: string;
  readonly from: string;
  readonly to: string;
}

interface CloseCheck {
  readonly code: string;
  readonly label: Label;
  /** The list in which it is resolved. */
  readonly path: (month: ClosedMonth) => string;
  /** A statement that answers one number. */
  readonly count: (month: ClosedMonth) => Sql;
}

const list = (screen: string, filters: Readonly<Record<string, string>>): string =>
  `/${screen}?${new URLSearchParams(Object.entries(filters).map(([name, value]) => [`f.${name}`, value]))}`;

/** What is looked at before a month is closed. A check is a count and the list in which it is resolved. */
const closeChecks: readonly CloseCheck[] = [
  {
    code: 'unmatched_spots',
    label: { one: 'fila de logs sin conciliar', many: 'filas de logs sin conciliar', gender: 'f' },
    path: () => '/postventa/reportes-evidencias/logs',
    count: ({ companyId, from, to }) => sql`
      SELECT count(*) FROM logged_spots s JOIN subdivisions u ON u.id = s.subdivision_id
        JOIN divisions d ON d.id = u.division_id
      WHERE d.company_id = ${companyId}::uuid AND s.status = 'unmatched'
        AND s.aired_at >= ${from}::timestamp AT TIME ZONE business_time_zone()
        AND s.aired_at < ${to}::timestamp AT TIME ZONE business_time_zone()`,
  },
  {
    code: 'unbilled',
    label: { one: 'contrato con algo por facturar', many: 'contratos con algo por facturar', gender: 'm' },
    path: () => '/facturacion/facturacion-cobros',
    count: ({ companyId }) => sql`
      SELECT count(DISTINCT b.contract_id) FROM billable_order_lines b JOIN contracts c ON c.id = b.contract_id
      WHERE c.company_id = ${companyId}::uuid AND b.net > 0`,
  },
  {
    code: 'draft_invoices',
    label: { one: 'borrador de factura o nota', many: 'borradores de facturas o notas', gender: 'm' },
    path: ({ companyId }) =>
      list('facturacion/facturacion', { status: 'draft,reviewed', company_id: companyId }),
    count: ({ companyId }) => sql`
      SELECT count(*) FROM invoices
      WHERE company_id = ${companyId}::uuid AND status IN ('draft', 'reviewed') AND archived_at IS NULL`,
  },
  {
    code: 'ecf_pending',
    label: {
      one: 'comprobante electrónico sin aceptar',
      many: 'comprobantes electrónicos sin aceptar',
      gender: 'm',
    },
    path: ({ companyId }) =>
      list('facturacion/facturacion/comprobantes-electronicos', {
        status: 'to_sign,signed,sent,contingency,rejected',
        company_id: companyId,
      }),
    count: ({ companyId, to }) => sql`
      SELECT count(*) FROM ecf_documents d JOIN invoices i ON i.id = d.invoice_id
      WHERE d.company_id = ${companyId}::uuid AND d.status NOT IN ('accepted', 'conditional') AND i.has_fiscal_value
        AND i.status = 'issued'
        AND i.issue_date < ${to}::date`,
  },
  {
    code: 'unapplied_payments',
    label: { one: 'cobro con dinero sin aplicar', many: 'cobros con dinero sin aplicar', gender: 'm' },
    path: ({ companyId }) =>
      list('facturacion/registro-cobros', {
        status: 'registered,reconciled',
        company_id: companyId,
        unapplied: '0.01..',
      }),
    count: ({ companyId, to }) => sql`
      SELECT count(*) FROM payments
      WHERE company_id = ${companyId}::uuid AND status IN ('registered', 'reconciled') AND unapplied > 0
        AND received_on < ${to}::date`,
  },
  {
    code: 'unreconciled_payments',
    label: { one: 'cobro sin conciliar', many: 'cobros sin conciliar', gender: 'm' },
    path: ({ companyId }) =>
      list('facturacion/registro-cobros', { status: 'registered', company_id: companyId }),
    count: ({ companyId, from, to }) => sql`
      SELECT count(*) FROM payments
      WHERE company_id = ${companyId}::uuid AND status = 'registered'
        AND received_on >= ${from}::date AND received_on < ${to}::date`,
  },
  {
    code: 'uncertified_withholdings',
    label: { one: 'retención sin comprobante', many: 'retenciones sin comprobante', gender: 'f' },
    path: () => list('facturacion/registro-cobros/retenciones', { status: 'pending' }),
    count: ({ companyId, to }) => sql`
      SELECT count(*) FROM payment_withholdings w LEFT JOIN payments p ON p.id = w.payment_id
        LEFT JOIN openings o ON o.id = w.opening_id
      WHERE coalesce(p.company_id, o.company_id) = ${companyId}::uuid AND w.status = 'pending' AND w.withheld_on < ${to}::date`,
  },
  {
    code: 'open_settlements',
    label: {
      one: 'liquidación de comisiones sin pagar',
      many: 'liquidaciones de comisiones sin pagar',
      gender: 'f',
    },
    path: ({ companyId }) =>
      list('facturacion/comisiones-agencia/liquidaciones', {
        status: 'draft,approved,invoiced',
        company_id: companyId,
      }),
    count: ({ companyId, to }) => sql`
      SELECT count(*) FROM commission_settlements
      WHERE company_id = ${companyId}::uuid AND status IN ('draft', 'approved', 'invoiced') AND until < ${to}::date`,
  },
];

/** What is still open of a month, in one statement. */
export const readCloseItems = async (
  database: Queryable,
  period: { readonly companyId: string; readonly month: string },
): Promise<readonly CloseItem[]> => {
  const [year = 0, number = 0] = period.month.split('-').map(Number);
  const next = number === 12 ? `${year + 1}-01-01` : `${year}-${String(number + 1).padStart(2, '0')}-01`;
  const month = { companyId: period.companyId, from: `${period.month.slice(0, 7)}-01`, to: next };
  const rows = await database.query<{ code: string; count: number }>(
    join(
      closeChecks.map(
        ({ code, count }) => sql`SELECT ${code}::text AS code, (${count(month)})::integer AS count`,
      ),
      ' UNION ALL ',
    ),
  );
  return closeChecks.flatMap(({ code, label, path }) => {
    const count = rows.find((row) => row.code === code)?.count ?? 0;
    return count > 0 ? [{ code, count, text: countOf(label, count), path: path(month) }] : [];
  });
};
