import { commissionSettlements } from '@pauta/domain/billing/commissions/commission-settlement.ts';
import { docKinds } from '@pauta/domain/billing/invoices/fiscal-document.ts';
import { type EntrySource, entrySources } from '@pauta/domain/billing/ledger/journal-entry.ts';
import { paymentMethods } from '@pauta/domain/billing/payments/payment.ts';
import { choiceKind } from '@pauta/domain/kinds/choice.ts';
import { formatCivilDate } from '@pauta/domain/kinds/date.ts';
import { formatMoney } from '@pauta/domain/money/format-money.ts';
import type { FastifyReply } from 'fastify';
import type { Letterhead } from '../../admin/settings/letterhead.ts';
import { escaped, sendDocument } from '../../public-pages/public-page.ts';
import type { AccountRoom, AccountRoomContent } from './room.ts';

type Cell = string | { readonly number: string } | { readonly html: string };

const cellOf = (cell: Cell): string => {
  if (typeof cell === 'string') return `<td>${escaped(cell)}</td>`;
  return 'number' in cell ? `<td class="number">${escaped(cell.number)}</td>` : `<td>${cell.html}</td>`;
};

/** A table of the page; columns whose label begins with `#` hold numbers. */
const tableOf = (title: string, columns: readonly string[], rows: readonly (readonly Cell[])[]): string => {
  const heads = columns.map((label) =>
    label.startsWith('#')
      ? `<th scope="col" class="number">${escaped(label.slice(1))}</th>`
      : `<th scope="col">${escaped(label)}</th>`,
  );
  const body = rows.map(
    ([first, ...rest]) =>
      `<tr><th scope="row">${escaped(typeof first === 'string' ? first : '')}</th>${rest.map(cellOf).join('')}</tr>`,
  );
  return `<div class="scroll wide" role="region" tabindex="0" aria-label="${escaped(title)}"><table><thead><tr>${heads.join('')}</tr></thead><tbody>${body.join('')}</tbody></table></div>`;
};

const section = (title: string, empty: string, count: number, table: () => string): string =>
  `<h2>${escaped(title)}</h2>${count === 0 ? `<p>${escaped(empty)}</p>` : table()}`;

const on = (day: string | null): string => (day === null ? '' : formatCivilDate(day));

const ages = [
  ['current', '#Por vencer'],
  ['d30', '#1–30 días'],
  ['d60', '#31–60 días'],
  ['d90', '#61–90 días'],
  ['d120', '#91–120 días'],
  ['older', '#Más de 120'],
  ['total', '#Total'],
] as const;

/** Movements as their account reads them: that a debt is not expected to be paid is of our books. */
const movementNames: Readonly<Record<EntrySource, string>> = { ...entrySources, write_off: 'Ajuste' };

/** Sends the page of an account. */
export const sendAccountPage = (
  reply: FastifyReply,
  room: AccountRoom,
  content: AccountRoomContent,
  { path, letterhead }: { readonly path: string; readonly letterhead: Letterhead },
): FastifyReply => {
  const amount = (value: string, currency: string): { number: string } => ({
    number: formatMoney(value, currency, 2),
  });
  const file = (href: string, label: string, of: string): string =>
    `<a href="${escaped(href)}" download>${label}<span class="hidden"> de ${escaped(of)}</span></a>`;
  const { balances, invoices, payments, movements, commissions, settlements } = content;
  const body = [
    section('Balance por antigüedad', 'No hay balance pendiente.', balances.length, () =>
      tableOf(
        'Balance por antigüedad',
        ['Moneda', ...ages.map(([, label]) => label)],
        balances.map((one) => [one.currency, ...ages.map(([name]) => amount(one[name], one.currency))]),
      ),
    ),
    section('Facturas y notas', 'No hay facturas ni notas.', invoices.length, () =>
      tableOf(
        'Facturas y notas',
        ['Comprobante', 'Clase', 'Concepto', 'Fecha', 'Vence', '#Total', '#Balance', 'Archivos'],
        invoices.map((one) => [
          one.number,
          docKinds[one.doc_kind as keyof typeof docKinds][0],
          one.concept,
          on(one.issue_date),
          on(one.due_date),
          amount(one.total, one.currency),
          amount(one.balance, one.currency),
          {
            html: [
              file(`${path}/factura/${one.id}.pdf`, 'PDF', one.number),
              ...(one.has_xml ? [file(`${path}/factura/${one.id}.xml`, 'XML', one.number)] : []),
            ].join(' '),
          },
        ]),
      ),
    ),
    section('Pagos', 'No hay pagos registrados.', payments.length, () =>
      tableOf(
        'Pagos',
        ['Recibo', 'Fecha', 'Forma', 'Referencia', '#Importe', '#Sin aplicar', 'Estado'],
        payments.map((one) => [
          one.receipt_no,
          on(one.received_on),
          paymentMethods[one.method as keyof typeof paymentMethods],
          one.reference ?? '',
          amount(one.amount, one.currency),
          amount(one.unapplied, one.currency),
          one.status === 'returned' ? 'Devuelto' : 'Recibido',
        ]),
      ),
    ),
    section('Estado de cuenta de 12 meses', 'No hubo movimientos.', movements.length, () =>
      tableOf(
        'Estado de cuenta de 12 meses',
        ['Movimiento', 'Fecha', 'Documento', '#Importe', '#Balance'],
        movements.map((one) => [
          one.kind === null ? 'Balance anterior' : movementNames[one.kind],
          on(one.day),
          one.document ?? '',
          amount(one.amount, one.currency),
          amount(one.balance, one.currency),
        ]),
      ),
    ),
    ...(room.of === 'agency'
      ? [
          section('Comisiones', 'No hay comisiones.', commissions.length, () =>
            tableOf(
              'Comisiones',
              ['Factura', 'Cliente', 'Fecha', '#Base', '#%', '#Comisión', '#Exigible', '#Liquidado'],
              commissions.map((one) => [
                one.invoice,
                one.client,
                on(one.accrued_on),
                amount(one.base, one.currency),
                { number: one.pct.replace(/\.?0+$/, '') },
                amount(one.amount, one.currency),
                amount(one.due, one.currency),
                amount(one.settled, one.currency),
              ]),
            ),
          ),
          section('Liquidaciones de comisiones', 'No hay liquidaciones.', settlements.length, () =>
            tableOf(
              'Liquidaciones de comisiones',
              ['Liquidación', 'Hasta', '#Comisión', 'Estado', 'Pagada el', 'Archivo'],
              settlements.map((one) => [
                one.number,
                on(one.until),
                amount(one.total, one.currency),
                choiceKind.format(one.status, commissionSettlements.fields.status.options),
                on(one.paid_on),
                { html: file(`${path}/liquidacion/${one.id}.pdf`, 'PDF', one.number) },
              ]),
            ),
          ),
        ]
      : []),
  ].join('');
  return sendDocument(reply, {
    title: `Cuenta de ${room.account}`,
    letterhead,
    facts: [
      ['Para', room.recipient],
      ['Se abre hasta', formatCivilDate(room.expiresOn)],
    ],
    download: null,
    body,
    notes: [
      'Muestra los documentos de los últimos dos años y todo lo que está pendiente. En el estado de cuenta, un importe positivo es un cargo y uno negativo, un abono.',
    ],
    styles:
      '.hidden{position:absolute;inline-size:1px;block-size:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}',
  });
};
