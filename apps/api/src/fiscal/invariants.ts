import sql from 'sql-template-tag';
import type { Invariant } from '../platform/invariants/invariant.ts';

/** What holds for electronic fiscal documents; see `0107_ecf.sql` and `0121_ecf_rest.sql`. */
export const fiscalInvariants: readonly Invariant[] = [
  {
    name: 'ecf_documents',
    number: 'I8',
    title: 'Cada comprobante electrónico tiene su documento, firmado una vez',
    meaning:
      'Toda factura con número de la serie E tiene su documento con ese número, y todo documento firmado tiene su archivo, que lo nombra.',
    enforcedBy: 'Se crea en la misma operación que emite; lo firmado solo se agrega',
    offending: sql`
      SELECT 'invoices' AS resource, i.id, i.fiscal_number AS label, 'No tiene su documento electrónico.' AS wrong
      FROM invoices i LEFT JOIN ecf_documents d ON d.invoice_id = i.id AND d.encf = i.fiscal_number
      WHERE i.fiscal_number LIKE 'E%' AND NOT i.is_opening AND d.id IS NULL
      UNION ALL
      SELECT 'ecf_documents', d.id, d.encf, 'La factura dice que está ' || i.ecf_status || ' y está ' || d.status || '.'
      FROM ecf_documents d JOIN invoices i ON i.id = d.invoice_id WHERE i.ecf_status <> d.status
      UNION ALL
      SELECT 'ecf_documents', d.id, d.encf, 'Está firmado y su archivo falta o es de otro número.'
      FROM ecf_documents d LEFT JOIN ecf_files f ON f.document_id = d.id
      WHERE (d.status <> 'to_sign') <> (f.document_id IS NOT NULL)
        OR f.xml NOT LIKE '%<eNCF>' || d.encf || '</eNCF>%'`,
  },
  {
    name: 'voided_numbers',
    number: 'I8',
    title: 'Ningún e-NCF anulado sin usar está en un comprobante',
    meaning: 'Lo que se anuló de una secuencia no se emitió, y la secuencia no lo da más.',
    enforcedBy: 'La fila de la secuencia se bloquea al emitir y al anular; restricción de la secuencia',
    offending: sql`
      SELECT 'invoices' AS resource, i.id, i.fiscal_number AS label, 'Su número se anuló sin usarse.' AS wrong
      FROM invoices i JOIN voided_numbers v ON v.company_id = i.company_id AND v.document = i.fiscal_document
        AND substr(i.fiscal_number, 4)::bigint BETWEEN v.first_no AND v.last_no
      WHERE i.fiscal_number ~ '^E[0-9]+$' AND NOT i.is_opening
      UNION ALL
      SELECT 'fiscal_sequences', s.id, s.name, 'Todavía puede dar un número anulado.'
      FROM voided_numbers v JOIN fiscal_sequences s ON s.id = v.sequence_id
      WHERE s.voided_from IS NULL OR s.voided_from > v.first_no`,
  },
];
