import { commissionSettlements } from '@pauta/domain/billing/commissions/commission-settlement.ts';
import {
  type PrintedSettlement,
  settlementPaper,
} from '@pauta/domain/billing/commissions/settlement-paper.ts';
import { choiceKind } from '@pauta/domain/kinds/choice.ts';
import type { FastifyInstance } from 'fastify';
import sql from 'sql-template-tag';
import { readLetterhead } from '../../admin/settings/letterhead.ts';
import { actorOf } from '../../platform/access.ts';
import type { Queryable } from '../../platform/database/database.ts';
import { sendPdf } from '../../printing/send-pdf.ts';
import { readTemplate } from '../../printing/template.ts';
import { readRecord } from '../../resource/reading/read-record.ts';
import { accessTo, type IdParams, idParams } from '../../resource/route.ts';
import { tableOf } from '../../resource/table.ts';

const template = readTemplate(new URL('./settlement.typ', import.meta.url));

type SettlementToPrint = Omit<PrintedSettlement, 'status_label'> & {
  readonly company_id: string;
  readonly updated_at: string;
};

/** Reads what a settlement is printed from, in one statement. */
const readSettlement = async (database: Queryable, id: string): Promise<SettlementToPrint> => {
  const row = await database.one<{ settlement: SettlementToPrint }>(sql`
    SELECT json_build_object('company_id', s.company_id, 'updated_at', s.updated_at, 'number', s.number, 'status', s.status,
      'beneficiary_kind', s.beneficiary_kind, 'beneficiary_name', coalesce(a.legal_name, u.full_name, r.referred_name),
      'agency_tax_id', a.tax_id, 'referrer_name', coalesce(rc.legal_name, ra.legal_name, ru.full_name, r.referrer_name), 'until', s.until, 'currency_code', s.currency_code,
      'total', s.total::text, 'agency_number', s.agency_number, 'agency_date', s.agency_date,
      'agency_tax', s.agency_tax::text, 'paid_on', s.paid_on, 'payment_reference', s.payment_reference,
      'lines', (
        SELECT coalesce(json_agg(json_build_object('invoice', coalesce(i.fiscal_number, i.internal_no, m.former_number),
          'client', coalesce(c.trade_name, '—'), 'concept', l.memo, 'base', m.base_amount::text, 'pct', m.pct::text,
          'amount', l.amount::text) ORDER BY l.position, l.id), '[]')
        FROM commission_settlement_lines l JOIN agency_commissions m ON m.id = l.commission_id
          LEFT JOIN invoices i ON i.id = l.invoice_id LEFT JOIN clients c ON c.id = i.client_id
        WHERE l.settlement_id = s.id)) AS settlement
    FROM commission_settlements s LEFT JOIN agencies a ON a.id = s.agency_id LEFT JOIN users u ON u.id = s.seller_id
      LEFT JOIN referrals r ON r.id = s.referral_id LEFT JOIN clients rc ON rc.id = r.referrer_client_id
      LEFT JOIN agencies ra ON ra.id = r.referrer_agency_id LEFT JOIN users ru ON ru.id = r.referrer_user_id
    WHERE s.id = ${id}::uuid`);
  if (!row) throw new Error(`there is no settlement ${id}`);
  return row.settlement;
};

/** A settlement as PDF, and the name of its file. */
export const printSettlement = async (
  app: FastifyInstance,
  id: string,
): Promise<{ readonly document: Buffer; readonly name: string }> => {
  const settlement = await readSettlement(app.database, id);
  const { logo, ...letterhead } = await readLetterhead(app, [settlement.company_id]);
  const paper = settlementPaper({
    ...settlement,
    status_label: choiceKind.format(settlement.status, commissionSettlements.fields.status.options),
  });
  const document = await app.printer.print(
    template,
    { at: settlement.updated_at, ...paper, letterhead: { ...letterhead, hasLogo: logo !== null } },
    logo === null ? {} : { 'logo.png': logo },
  );
  return { document, name: `Liquidación ${settlement.number}` };
};

/** The printed settlement of commissions, for staff who may see it. */
export const settlementPrintingRoutes = (app: FastifyInstance): void => {
  const { viewAll, viewTeam, viewOwn } = commissionSettlements.permissions;
  const table = tableOf(commissionSettlements);
  app.get<{ Params: IdParams }>(
    `/api/${commissionSettlements.path}/:id/settlement.pdf`,
    {
      config: { access: accessTo([viewAll ?? '', viewTeam, viewOwn]) },
      schema: {
        summary: 'La liquidación de comisiones en PDF; un borrador lleva su marca',
        params: idParams,
        response: { 200: { description: 'El documento, en PDF' } },
      },
    },
    async (request, reply) => {
      const { id } = request.params;
      await readRecord(app.database, table, id, actorOf(request));
      const { document, name } = await printSettlement(app, id);
      return sendPdf(reply, document, name);
    },
  );
};
