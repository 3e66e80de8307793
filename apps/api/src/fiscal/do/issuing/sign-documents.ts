import { buildEcf, signedAt } from '@pauta/domain/fiscal/do/ecf/build-ecf.ts';
import { buildSummary } from '@pauta/domain/fiscal/do/ecf/build-messages.ts';
import { checkEcf } from '@pauta/domain/fiscal/do/ecf/check-ecf.ts';
import { textOf } from '@pauta/domain/fiscal/do/ecf/ecf-types.ts';
import { isSummarised } from '@pauta/domain/fiscal/do/ecf/stamp.ts';
import type { FastifyInstance } from 'fastify';
import sql from 'sql-template-tag';
import { systemChange, type Transaction } from '../../../platform/database/database.ts';
import { doAllDue } from '../../../platform/regular-work.ts';
import type { SecretBox } from '../../../platform/secret-box.ts';
import { ecfXml } from '../signing/ecf-xml.ts';
import { certificateFacts, isExpired, type SigningCertificate } from '../signing/read-certificate.ts';
import { signXml } from '../signing/sign-xml.ts';
import { ecfSourceOf } from './ecf-source-of.ts';
import { readEcfInvoice } from './read-ecf-invoice.ts';

/** Why nothing of a company is signed. */
export const withoutCertificate =
  'La compañía no tiene un certificado válido. Cárguelo en Emisores electrónicos.';

/** The certificate of a company; undefined without a valid one. */
export const openCertificate = async (
  tx: Transaction,
  box: SecretBox,
  companyId: string,
): Promise<SigningCertificate | undefined> => {
  const row = await tx.one<{ issuer_id: string; sealed: Buffer }>(sql`
    SELECT k.issuer_id, k.sealed FROM ecf_certificates k JOIN ecf_issuers e ON e.id = k.issuer_id
    WHERE e.company_id = ${companyId}::uuid AND e.archived_at IS NULL AND e.certificate_valid_to >= business_date()`);
  if (!row) return undefined;
  const opened: SigningCertificate = JSON.parse(box.open('ecf-certificate', row.issuer_id, row.sealed));
  return isExpired(certificateFacts(opened.certificate)) ? undefined : opened;
};

interface ToSign {
  readonly id: string;
  readonly invoice_id: string;
  readonly company_id: string;
}

/** Says why a document is not signed, and looks at it again in an hour. */
const postpone = (tx: Transaction, { id }: ToSign, message: string): Promise<unknown> =>
  tx.query(sql`
    UPDATE ecf_documents SET message = ${message}, attempts = attempts + 1, next_attempt_at = now() + interval '1 hour'
    WHERE id = ${id}::uuid`);

const sign = async (tx: Transaction, box: SecretBox, document: ToSign): Promise<void> => {
  const certificate = await openCertificate(tx, box, document.company_id);
  if (!certificate) {
    await postpone(tx, document, withoutCertificate);
    return;
  }
  const invoice = await readEcfInvoice(tx, document.invoice_id);
  if (!invoice) throw new Error(`there is no electronic invoice ${document.invoice_id}`);
  const now = new Date().toISOString();
  const ecf = signedAt(buildEcf(ecfSourceOf(invoice)), now);
  const [defect] = checkEcf(ecf);
  if (defect) {
    await postpone(tx, document, `${defect.path}: ${defect.text}`);
    return;
  }
  const { xml, securityCode } = signXml(ecfXml(ecf), certificate);
  const isShort = isSummarised(invoice.fiscal_number, textOf(ecf, 'Encabezado/Totales/MontoTotal') ?? '0');
  const summary = isShort ? signXml(ecfXml(buildSummary(ecf, securityCode)), certificate).xml : null;
  await tx.query(sql`
    INSERT INTO ecf_files (document_id, xml, summary) VALUES (${document.id}::uuid, ${xml}, ${summary})`);
  await tx.query(sql`
    UPDATE ecf_documents SET status = 'signed', security_code = ${securityCode}, signed_at = ${now}::timestamptz,
      (environment, service_url) = (SELECT environment, service_url FROM ecf_issuers
        WHERE company_id = ${document.company_id}::uuid AND archived_at IS NULL),
      message = NULL, attempts = 0, next_attempt_at = now()
    WHERE id = ${document.id}::uuid`);
};

/**
 * Signs the documents that are due, each in its own transaction, so that a crash loses none and signs none twice.
 *
 * @returns how many were looked at
 */
export const signDueDocuments = async (
  { database, secretBox, log }: FastifyInstance,
  isStopped: () => boolean = () => false,
): Promise<number> =>
  doAllDue(isStopped, async () => {
    const found = await database.transaction(systemChange('ecf', 'Firma de comprobantes'), async (tx) => {
      const document = await tx.one<ToSign>(sql`
        SELECT id, invoice_id, company_id FROM ecf_documents
        WHERE status = 'to_sign' AND next_attempt_at <= now()
        ORDER BY next_attempt_at, id LIMIT 1 FOR UPDATE SKIP LOCKED`);
      if (document) await sign(tx, secretBox, document);
      return document;
    });
    if (!found) return false;
    log.debug({ document: found.id }, 'an e-CF was signed or postponed');
    return true;
  });
