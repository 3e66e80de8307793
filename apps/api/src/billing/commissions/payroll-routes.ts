import { type BeneficiaryKind, beneficiaryKinds } from '@pauta/domain/billing/commissions/beneficiary.ts';
import { companyToday } from '@pauta/domain/calendar/company-clock.ts';
import type { FastifyInstance } from 'fastify';
import sql from 'sql-template-tag';
import { byteOrderMark, csvLine } from '../../import-export/export/csv.ts';
import { attachment } from '../../platform/http/headers.ts';

interface PayrollRow {
  readonly company: string;
  readonly number: string;
  readonly kind: BeneficiaryKind;
  readonly name: string;
  readonly email: string | null;
  readonly until: string;
  readonly currency: string;
  readonly total: string;
}

/** What is approved of sellers and referrers and not paid yet, as a file for payroll. Agencies are paid by their invoice. */
export const payrollRoutes = (app: FastifyInstance): void => {
  app.get(
    '/api/commission-settlements/payroll',
    {
      config: { access: { permission: 'agency_commissions.export' } },
      schema: {
        summary: 'Lo aprobado de ejecutivos y referentes que falta por pagar, para la nómina, en CSV',
        response: { 200: { description: 'El archivo, en texto' } },
      },
    },
    async (_request, reply) => {
      const rows = await app.database.query<PayrollRow>(sql`
        SELECT k.code AS company, s.number, s.beneficiary_kind AS kind, s.until::text, s.currency_code AS currency,
          s.total::text, coalesce(u.full_name, rc.legal_name, ra.legal_name, ru.full_name, r.referrer_name) AS name,
          coalesce(u.email, ru.email) AS email
        FROM commission_settlements s JOIN companies k ON k.id = s.company_id LEFT JOIN users u ON u.id = s.seller_id
          LEFT JOIN referrals r ON r.id = s.referral_id LEFT JOIN clients rc ON rc.id = r.referrer_client_id
          LEFT JOIN agencies ra ON ra.id = r.referrer_agency_id LEFT JOIN users ru ON ru.id = r.referrer_user_id
        WHERE s.status = 'approved' AND s.beneficiary_kind <> 'agency'
        ORDER BY k.code, name, s.number`);
      return reply
        .headers({ 'content-disposition': attachment(`Nómina de comisiones ${companyToday()}.csv`) })
        .type('text/csv; charset=utf-8')
        .send(
          [
            byteOrderMark,
            csvLine([
              'Compañía',
              'Liquidación',
              'Beneficiario',
              'Nombre',
              'Correo',
              'Exigible hasta',
              'Moneda',
              'Importe',
            ]),
            ...rows.map(({ company, number, kind, name, email, until, currency, total }) =>
              csvLine([
                company,
                number,
                beneficiaryKinds[kind],
                name,
                email ?? '',
                until,
                currency,
                { digits: total },
              ]),
            ),
          ].join(''),
        );
    },
  );
};
