import { createHash } from 'node:crypto';
import { addDays } from '@pauta/domain/calendar/working-time.ts';
import { buildEcf, signedAt } from '@pauta/domain/fiscal/do/ecf/build-ecf.ts';
import { buildAcknowledgement, buildApproval } from '@pauta/domain/fiscal/do/ecf/build-messages.ts';
import { percentOf, round, sum } from '@pauta/domain/money/arithmetic.ts';
import sql from 'sql-template-tag';
import { ecfXml } from '../../fiscal/do/signing/ecf-xml.ts';
import type { Transaction } from '../../platform/database/database.ts';
import { rnc } from '../crm/accounts.ts';

/** What suppliers of a seller of advertising bill, and how far each document has come. */
const documents = [
  ['Energía Quisqueya, S. A.', 'Servicio de energía eléctrica de los estudios', '148500.00', 'approved'],
  [
    'Torres y Antenas del Cibao, S. R. L.',
    'Alquiler de torre y espacio de transmisión',
    '92000.00',
    'approved',
  ],
  ['Imprenta del Este, S. R. L.', 'Impresión de vallas y lonas', '67350.00', 'received'],
  ['Fibra Caribe, S. A.', 'Enlace dedicado de internet', '38000.00', 'approved'],
  ['Producciones La Ceiba, S. R. L.', 'Postproducción de cuñas', '54200.00', 'received'],
  ['Combustibles Ozama, S. R. L.', 'Combustible de las unidades móviles', '21780.00', 'rejected'],
  ['Seguridad Yaque, S. R. L.', 'Vigilancia de las instalaciones', '45600.00', 'received'],
  ['Mobiliario Santo Domingo, S. A.', 'Sillas de la sala de control', '30900.00', 'invalid'],
] as const;

/**
 * e-CF of suppliers of the first company: answered, to be answered, and one that the tax authority rejected. Their files
 * are not signed, because nothing of a demonstration has fiscal value.
 */
export const insertReceived = async (tx: Transaction, today: Date): Promise<void> => {
  const company = await tx.one<{ id: string; rnc: string; name: string }>(sql`
    SELECT id, tax_id AS rnc, coalesce(legal_name, name) AS name FROM companies
    WHERE code LIKE 'ANT-%' AND tax_id ~ '^[0-9]{9}$' ORDER BY sort_order LIMIT 1`);
  if (!company) return;
  const day = today.toISOString().slice(0, 10);
  for (const [place, [issuer, concept, net, state]] of documents.entries()) {
    const issuerRnc = rnc(95_000 + place);
    const encf = `E31${String(1200 + place * 37).padStart(10, '0')}`;
    const issueDate = addDays(day, -4 * (place + 1));
    const at = `${issueDate}T15:00:00.000Z`;
    const tax = round(percentOf(net, '18'), 2);
    const total = sum([net, tax]);
    const xml = ecfXml(
      signedAt(
        buildEcf({
          type: 31,
          encf,
          numberExpires: `${Number(day.slice(0, 4)) + 1}-12-31`,
          issueDate,
          internalNo: null,
          incomeType: '01',
          payment: 'credit',
          dueDate: addDays(issueDate, 30),
          paymentForm: null,
          period: null,
          purchaseOrder: null,
          issuer: {
            rnc: issuerRnc,
            name: issuer,
            tradeName: null,
            address: 'Santo Domingo',
            phone: null,
            email: null,
            website: null,
          },
          buyer: { rnc: company.rnc, foreignId: null, name: company.name, address: null },
          foreign: null,
          lines: [
            {
              description: concept,
              quantity: '1.0000',
              unitPrice: `${net}0000`,
              amount: net,
              taxPct: '18.0000',
              tax,
            },
          ],
          modifies: null,
        }),
        at,
      ),
    );
    const named = { issuerRnc, buyerRnc: company.rnc, encf, issueDate, total };
    const isAnswered = state === 'approved' || state === 'rejected';
    const reason = state === 'rejected' ? 'El precio no es el de la orden de compra.' : null;
    const answer = isAnswered ? 'delivered' : 'none';
    const row = await tx.one<{ id: string }>(sql`
      INSERT INTO received_documents (encf, issuer_rnc, issuer_name, company_id, ecf_type, issue_date, due_date, tax, total,
        security_code, signer, received_at, status, rejection_reason, decided_at, authority_status, answer_to_authority,
        answer_to_issuer, next_attempt_at, created_at)
      VALUES (${encf}, ${issuerRnc}, ${issuer}, ${company.id}::uuid, '31', ${issueDate}::date, ${addDays(issueDate, 30)}::date,
        ${tax}::numeric, ${total}::numeric, 'DEMO00', 'Demostración', ${at}::timestamptz,
        ${isAnswered ? state : 'received'}, ${reason}, ${isAnswered ? `${addDays(issueDate, 1)}T15:00:00.000Z` : null}::timestamptz,
        ${state === 'invalid' ? 'rejected' : 'accepted'}, ${answer}, ${answer}, NULL, ${at}::timestamptz)
      RETURNING id`);
    await tx.query(sql`
      INSERT INTO received_document_files (document_id, xml, sha256, acknowledgement)
      VALUES (${row?.id}::uuid, ${xml}, ${createHash('sha256').update(xml).digest()},
        ${ecfXml(buildAcknowledgement(named, null, at))})`);
    if (isAnswered)
      await tx.query(sql`
        INSERT INTO received_document_answers (document_id, file_name, xml)
        VALUES (${row?.id}::uuid, ${`${company.rnc}ACECF${encf}.xml`}, ${ecfXml(buildApproval(named, reason, at))})`);
  }
};
