import sql from 'sql-template-tag';
import type { Transaction } from '../../../platform/database/database.ts';
import type { SecretBox } from '../../../platform/secret-box.ts';
import { openCertificate } from '../issuing/sign-documents.ts';
import type { SigningCertificate } from '../signing/read-certificate.ts';

/** A company that receives e-CF. */
export interface Receiver {
  readonly companyId: string;
  readonly rnc: string;
}

/** The companies that receive e-CF: electronic issuers with an RNC. */
export const readReceivers = async (tx: Transaction): Promise<readonly Receiver[]> => {
  const rows = await tx.query<{ company_id: string; rnc: string | null }>(sql`
    SELECT e.company_id, regexp_replace(c.tax_id, '[^0-9]', '', 'g') AS rnc
    FROM ecf_issuers e JOIN companies c ON c.id = e.company_id
    WHERE e.archived_at IS NULL ORDER BY e.starts_on NULLS LAST, e.id`);
  return rows.flatMap(({ company_id, rnc }) =>
    rnc !== null && /^(\d{9}|\d{11})$/.test(rnc) ? [{ companyId: company_id, rnc }] : [],
  );
};

/**
 * The certificate that signs an answer: of the company that is meant, else of the one whose address was called, else of
 * the first. Undefined if none of these has a valid one.
 */
export const answeringCertificate = async (
  tx: Transaction,
  box: SecretBox,
  receivers: readonly Receiver[],
  preferred: readonly (string | null)[],
): Promise<SigningCertificate | undefined> => {
  const order = [...preferred.flatMap((rnc) => receivers.filter((one) => one.rnc === rnc)), ...receivers];
  for (const { companyId } of order) {
    const certificate = await openCertificate(tx, box, companyId);
    if (certificate) return certificate;
  }
  return undefined;
};
