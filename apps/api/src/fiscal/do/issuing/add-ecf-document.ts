import { buildEcf, signedAt } from '@pauta/domain/fiscal/do/ecf/build-ecf.ts';
import { checkEcf, type EcfDefect } from '@pauta/domain/fiscal/do/ecf/check-ecf.ts';
import sql from 'sql-template-tag';
import type { Transaction } from '../../../platform/database/database.ts';
import { conflict } from '../../../platform/http/problem.ts';
import { type EcfInvoice, ecfSourceOf } from './ecf-source-of.ts';

const said = ({ path, text }: EcfDefect): string => `${path.split('/').at(-1)}: ${text}`;

/**
 * The defects of the e-CF of an invoice, as if it were signed now.
 *
 * @throws Problem 409 `ecf_invalid`, so that the transaction gives its number back
 */
const requireValid = (invoice: EcfInvoice, now: Date): void => {
  let defects: readonly EcfDefect[];
  try {
    defects = checkEcf(signedAt(buildEcf(ecfSourceOf(invoice)), now.toISOString()));
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw conflict(
      'ecf_invalid',
      'Un comprobante electrónico lleva ITBIS de 18 %, de 16 % o exento. Corrija el impuesto de los renglones.',
    );
  }
  if (defects.length > 0)
    throw conflict(
      'ecf_invalid',
      `El comprobante electrónico tiene datos que no valen. ${defects.slice(0, 3).map(said).join(' ')}`,
    );
};

/**
 * Adds the electronic document of an invoice that is being issued, to be signed and sent in the background; in the
 * transaction that issues it, after its number is taken.
 */
export const addEcfDocument = async (
  tx: Transaction,
  {
    invoiceId,
    companyId,
    invoice,
    now,
  }: {
    readonly invoiceId: string;
    readonly companyId: string;
    readonly invoice: EcfInvoice;
    readonly now: Date;
  },
): Promise<void> => {
  requireValid(invoice, now);
  await tx.query(sql`
    INSERT INTO ecf_documents (encf, invoice_id, company_id)
    VALUES (${invoice.fiscal_number}, ${invoiceId}::uuid, ${companyId}::uuid)`);
};
