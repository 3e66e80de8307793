import { issuerReason } from '@pauta/domain/billing/runs/billing-reasons.ts';
import { rncOf } from '@pauta/domain/fiscal/do/ecf/build-ecf.ts';
import type { EcfIssuer } from '@pauta/domain/fiscal/do/ecf/ecf-source.ts';
import sql from 'sql-template-tag';
import { preparedStatement, type Transaction } from '../../../platform/database/database.ts';
import { refusalOf } from '../../../resource/commands/reasons.ts';

interface IssuerRow {
  readonly id: string;
  readonly name: string;
  readonly legal_name: string;
  readonly tax_id: string | null;
  readonly address: string | null;
  readonly phone: string | null;
  readonly email: string | null;
  readonly website: string | null;
  readonly starts_on: string;
  readonly valid_to: string | null;
  readonly today: string;
}

/**
 * The company as issuer of e-CF on a day; null while its documents are on paper. From its date on, it issues only with
 * a certificate that is valid.
 *
 * @throws Problem 409 `ecf_certificate_missing`, `ecf_certificate_expired`, `ecf_without_rnc`, `ecf_without_address`
 */
export const issuerInForce = async (
  tx: Transaction,
  companyId: string,
  day: string,
): Promise<EcfIssuer | null> => {
  const row = await tx.one<IssuerRow>(
    preparedStatement(sql`
    SELECT e.id, c.name, coalesce(c.legal_name, c.name) AS legal_name, c.tax_id, c.address, c.phone, c.email, c.website,
      e.starts_on, CASE WHEN k.issuer_id IS NOT NULL THEN e.certificate_valid_to END AS valid_to, business_date() AS today
    FROM ecf_issuers e JOIN companies c ON c.id = e.company_id LEFT JOIN ecf_certificates k ON k.issuer_id = e.id
    WHERE e.company_id = ${companyId}::uuid AND e.archived_at IS NULL AND e.starts_on <= ${day}::date`),
  );
  if (!row) return null;
  const rnc = rncOf(row.tax_id);
  const reason = issuerReason({ ...row, has_rnc: rnc !== null, has_address: Boolean(row.address) });
  if (reason) throw refusalOf([reason]);
  return {
    rnc: rnc ?? '',
    name: row.legal_name,
    tradeName: row.name === row.legal_name ? null : row.name,
    address: row.address ?? '',
    phone: row.phone,
    email: row.email,
    website: row.website,
  };
};
