import pg from 'pg';
import sql, { raw, type Sql } from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { loadDemo } from '../demo/load-demo.ts';
import { invariants } from '../invariants.ts';
import { sealAudit } from '../platform/audit.ts';
import { systemChange } from '../platform/database/database.ts';
import { openFolderStorage } from '../platform/storage/folder-storage.ts';
import { ensureRoles } from '../testing/sign-in.ts';
import { startTestApi, type TestApi } from '../testing/test-api.ts';
import { prove } from './prove.ts';

let api: TestApi;
let superuser: pg.Client;

beforeAll(async () => {
  api = await startTestApi();
  await ensureRoles(api);
  await api.database.transaction(systemChange('demo'), (tx) =>
    loadDemo(tx, {
      clients: 60,
      spaces: 450,
      now: new Date(),
      storage: openFolderStorage(api.config.storageDir),
    }),
  );
  await sealAudit(api.database);
  superuser = new pg.Client(api.testDatabase.superuser);
  await superuser.connect();
});
afterAll(async () => {
  await superuser.end();
  await api.close();
});

/** A state that the product cannot produce, and what the proof says of it. */
interface Break {
  /** Constraint to drop first, as `table.constraint`. */
  readonly without?: readonly string[];
  readonly write: Sql | readonly Sql[];
  readonly says: RegExp;
}

const first = (table: string, where = 'true') =>
  raw(`(SELECT id FROM ${table} WHERE ${where} ORDER BY id LIMIT 1)`);
const issued = first('invoices', "status = 'issued' AND doc_kind = 'invoice'");

/** Makes an issued invoice of a contract one of several, as `grouped`, before what a break writes. */
const grouped = (write: Sql): Sql => sql`
  WITH grouped AS (
    SELECT i.id, i.contract_id, (SELECT max(order_line_id::text)::uuid FROM invoice_lines l WHERE l.invoice_id = i.id) AS line
    FROM invoices i
    WHERE i.contract_id IS NOT NULL AND i.status = 'issued' AND i.doc_kind = 'invoice'
      AND (SELECT count(DISTINCT order_line_id) FROM invoice_lines l WHERE l.invoice_id = i.id) > 1
    ORDER BY i.id LIMIT 1),
  made AS (UPDATE invoices i SET contract_id = NULL FROM grouped g WHERE i.id = g.id)
  ${write}`;

const breaks: Readonly<Record<string, readonly Break[]>> = {
  no_overbooking: [
    {
      without: ['occupancy.occupancy_no_overbooking'],
      write: sql`UPDATE occupancy SET booked = capacity + extra + 1 WHERE ctid = (SELECT min(ctid) FROM occupancy)`,
      says: /^El \d\d\/\d\d\/\d{4} tiene \d+ y caben \d+\.$/,
    },
  ],
  occupancy_counters: [
    {
      write: sql`DELETE FROM capacity_cells WHERE id = (SELECT min(id) FROM capacity_cells)`,
      says: /el libro suma \d+ en reserva y \d+ vendido; el contador dice \d+ y \d+/,
    },
  ],
  counted_capacity: [
    {
      write: sql`
        UPDATE occupancy SET capacity = capacity + 1
        WHERE ctid = (SELECT min(ctid) FROM occupancy WHERE day >= business_date())`,
      says: /se cuenta con \d+ y el espacio tiene \d+/,
    },
  ],
  overrides: [
    {
      without: ['capacity_overrides.capacity_overrides_other_decides'],
      write: sql`UPDATE capacity_overrides SET decided_by_id = requested_by_id`,
      says: /La aprobó quien la pidió/,
    },
    {
      write: sql`UPDATE occupancy SET extra = held + booked + 1 WHERE ctid = (SELECT min(ctid) FROM occupancy WHERE NOT overridden)`,
      says: /de más sin una sobrecapacidad/,
    },
    {
      write: sql`UPDATE capacity_overrides SET limit_pct = 0`,
      says: /Pasa de su límite/,
    },
  ],
  holds_end: [
    {
      write: sql`UPDATE holds SET expires_at = now() - interval '1 hour' WHERE id = ${first('holds', "status = 'queued'")}`,
      says: /Venció y sigue/,
    },
    {
      write: sql`UPDATE holds SET status = 'released' WHERE id = ${first('holds', "status = 'active'")}`,
      says: /No está activa y ocupa/,
    },
    {
      write: sql`DELETE FROM capacity_cells WHERE hold_id = ${first('holds', "status = 'active'")} AND state = 'held'`,
      says: /Está activa y no ocupa/,
    },
    {
      write: sql`UPDATE holds SET expires_at = expires_at + interval '1 day' WHERE id = ${first('holds', "status = 'active'")}`,
      says: /terminan en otro momento/,
    },
  ],
  exclusivities: [
    {
      write: sql`
        UPDATE exclusivities SET dates = daterange(business_date(), business_date() + 300), program_id = NULL,
          subdivision_id = (SELECT i.subdivision_id FROM holds h JOIN inventory_items i ON i.id = h.inventory_item_id WHERE h.status = 'active' ORDER BY h.id LIMIT 1),
          industry_id = (SELECT k.industry_id FROM holds h JOIN clients k ON k.id = h.client_id WHERE h.status = 'active' ORDER BY h.id LIMIT 1),
          client_id = (SELECT id FROM clients ORDER BY client_code DESC LIMIT 1)`,
      says: /hay un competidor/,
    },
    {
      without: ['exclusivities.exclusivities_once'],
      write: sql`
        INSERT INTO exclusivities (client_id, industry_id, program_id, dates, source)
        SELECT (SELECT id FROM clients ORDER BY client_code DESC LIMIT 1), industry_id, program_id, dates, source FROM exclusivities LIMIT 1`,
      says: /Otro cliente tiene la misma/,
    },
  ],
  days_of_holders: ['held', 'booked'].map((state) => ({
    write: sql`
      UPDATE capacity_cells SET day = day + 4000 WHERE id = (SELECT min(id) FROM capacity_cells WHERE state = ${state})`,
    says: /fuera de su vuelo/,
  })),
  current_quote: [
    {
      without: ['quotes.quotes_accepted_in_time'],
      write: sql`UPDATE quotes SET accepted_on = valid_until + 1 WHERE id = ${first('quotes', 'accepted_on IS NOT NULL')}`,
      says: /después de su vencimiento/,
    },
    {
      write: [
        raw('DROP INDEX quotes_current_key'),
        sql`
        UPDATE quotes q SET number = o.number, company_id = o.company_id, version = o.version + 1
        FROM quotes o
        WHERE o.id = ${first('quotes', "status IN ('sent', 'accepted')")}
          AND q.id = (SELECT id FROM quotes WHERE status IN ('sent', 'accepted') ORDER BY id DESC LIMIT 1)`,
      ],
      says: /otra versión la reemplazó/,
    },
  ],
  quote_hashes: [
    {
      without: ['quote_versions.quote_versions_hash'],
      write: sql`
        UPDATE quote_versions SET content = '{"net": "1.00"}'
        WHERE quote_id = (SELECT quote_id FROM quote_acceptances ORDER BY quote_id LIMIT 1)`,
      says: /no corresponde a su contenido/,
    },
    {
      write: sql`
        DELETE FROM quote_acceptances
        WHERE quote_id = (SELECT quote_id FROM quote_acceptances ORDER BY quote_id LIMIT 1)`,
      says: /no tiene la prueba de la aceptación/,
    },
  ],
  contract_hashes: [
    {
      without: ['contract_versions.contract_versions_hash'],
      write: sql`UPDATE contract_versions SET content = '{"net": "1.00"}' WHERE id = ${first('contract_versions')}`,
      says: /no corresponde a su contenido/,
    },
    {
      without: ['contract_versions.contract_versions_hash'],
      write: sql`
        UPDATE contract_versions SET prev_hash = repeat('a', 64) WHERE id = ${first('contract_versions', 'version = 1')}`,
      says: /No continúa la cadena/,
    },
    {
      write: sql`DELETE FROM contract_versions WHERE contract_id = ${first('contracts', "status = 'active'")}`,
      says: /no tiene la versión que se firmó/,
    },
  ],
  signatures: [
    {
      without: ['signing_requests.signing_requests_hash'],
      write: sql`UPDATE signing_requests SET content = '{"net": "1.00"}' WHERE id = ${first('signing_requests')}`,
      says: /Lo que se envió a firma no corresponde a su huella/,
    },
    {
      write: sql`
        UPDATE signatures SET document_hash = repeat('a', 64) WHERE signer_id = (
          SELECT signer_id FROM signatures ORDER BY signer_id LIMIT 1)`,
      says: /Una firma es de otro contenido o de otro documento/,
    },
    {
      write: sql`
        DELETE FROM signatures WHERE request_id = ${first('signing_requests', "outcome = 'completed'")}`,
      says: /Está en firme y le falta una firma/,
    },
    {
      write: [
        sql`UPDATE signing_requests SET outcome = NULL, closed_at = NULL
          WHERE contract_id = ${first('contracts', "status = 'active'")} AND addendum_id IS NULL`,
      ],
      says: /Nombra firmantes y no se sabe quién lo firmó/,
    },
    {
      write: sql`UPDATE signing_requests SET outcome = NULL, closed_at = NULL
        WHERE addendum_id IN (SELECT id FROM addenda WHERE status = 'applied')`,
      says: /Nombra firmantes y no se sabe quién la firmó/,
    },
  ],
  contract_documents: [
    {
      without: ['contract_documents.contract_documents_sha256'],
      write: sql`
        INSERT INTO contract_documents (contract_id, version, sha256, bytes)
        SELECT id, 0, repeat('a', 64), '%PDF' FROM contracts WHERE id = ${first('contracts', "status = 'active'")}`,
      says: /Su PDF no corresponde a su huella/,
    },
  ],
  effective_contract: [
    {
      write: sql`
        UPDATE order_lines SET total = total + 1 WHERE id = ${first('order_lines', "status = 'active'")}`,
      says: /Su última versión suma/,
    },
  ],
  signed_lines: [
    {
      write: sql`
        UPDATE order_lines SET net = net + 1, billed_net = 0
        WHERE contract_line_id IS NOT NULL AND contract_id = (
          SELECT c.id FROM contracts c WHERE c.status = 'active'
            AND NOT EXISTS (SELECT FROM addenda a WHERE a.contract_id = c.id) ORDER BY c.id LIMIT 1)`,
      says: /no está en vigor como se firmó/,
    },
  ],
  instalments: [
    {
      write: sql`
        UPDATE contract_instalments SET amount = amount + 1
        WHERE id = ${first('contract_instalments', "contract_id IN (SELECT id FROM contracts WHERE status = 'active')")}`,
      says: /Sus cuotas suman .+ y su precio es/,
    },
  ],
  opportunity_splits: [
    {
      write: [
        sql`DELETE FROM opportunity_splits`,
        sql`
          INSERT INTO opportunity_splits (id, opportunity_id, position, user_id, pct)
          SELECT new_id(), id, 'a', owner_id, 60 FROM opportunities ORDER BY id LIMIT 1`,
      ],
      says: /no suman 100 %\.$/,
    },
  ],
  line_sellers: [
    {
      write: sql`
        UPDATE order_line_sellers SET pct = pct / 2 WHERE order_line_id = ${first('order_lines')}`,
      says: /^Las partes de «.+» suman 50\.0+ %\.$/,
    },
    {
      write: sql`UPDATE sale_credits SET pct = 1.5 WHERE id = ${first('sale_credits')}`,
      says: /^El crédito de «.+» se contó con otra parte\.$/,
    },
    {
      write: sql`
        UPDATE sale_credits k SET client_id = (SELECT id FROM clients c WHERE c.id <> k.client_id ORDER BY id LIMIT 1)
        WHERE id = ${first('sale_credits')}`,
      says: /^El crédito de «.+» es de otra compañía o de otro cliente\.$/,
    },
  ],
  contract_payers: [
    {
      write: sql`
        INSERT INTO contract_payers (id, contract_id, position, party, pct)
        SELECT new_id(), ${first('contracts')}, 'a', 'client', 60`,
      says: /^Sus pagadores suman 60\.0+ %\.$/,
    },
  ],
  line_commission: [
    {
      write: sql`
        UPDATE contracts SET agency_commission_pct = 99, commission_mode = 'later_settlement'
        WHERE id = (SELECT o.contract_id FROM order_line_terms t JOIN order_lines o ON o.id = t.order_line_id LIMIT 1)`,
      says: /^La comisión de «.+» no es la del contrato\.$/,
    },
  ],
  package_shares: [
    {
      write: sql`
        UPDATE package_items SET allocation_pct = allocation_pct / 2
        WHERE package_id = ${first('packages', "status = 'published'")}`,
      says: /suman 50\.0/,
    },
  ],
  credit_hold: [
    {
      // The account was held from its creation on.
      write: sql`
        UPDATE audit_log l SET after = l.after || '{"credit_status": "on_hold"}'
        FROM contracts c
        WHERE c.id = ${first('contracts', "status = 'active' AND taxable > 0 AND billing_party = 'client'")}
          AND l.entity = 'clients' AND l.entity_id = c.client_id::text AND l.after ? 'credit_status'`,
      says: /^Se firmó con el crédito de .+ retenido\.$/,
    },
  ],
  delivered_quotas: [
    {
      without: ['quotas.quotas_not_exceeded'],
      write: sql`UPDATE quotas SET contracted = placed - 1 WHERE id = ${first('quotas', 'placed > 0')}`,
      says: /Tiene ubicadas \d+ y el contrato da \d+/,
    },
    {
      without: ['order_lines.order_lines_billed'],
      write: sql`
        UPDATE order_lines SET status = 'removed', billed_net = net + 1
        WHERE contract_id = ${first('contracts', "status = 'active'")}`,
      says: /Una adenda la quitó/,
    },
  ],
  quota_counters: [
    {
      write: sql`UPDATE quotas SET aired = aired + 1 WHERE id = ${first('quotas')}`,
      says: /no son la suma de sus ubicaciones/,
    },
  ],
  logged_spots: [
    {
      write: [
        sql`
          INSERT INTO air_logs (name, subdivision_id, file, sha256, columns)
          SELECT 'log.csv', ${first('subdivisions')}, ${first('files')}, '', '[]'`,
        sql`
          INSERT INTO logged_spots (air_log_id, subdivision_id, line, cells, heard, aired_at, status, placement_id)
          SELECT id, subdivision_id, 1, '[]', 'Cuña', now(), 'matched', (SELECT id FROM placements WHERE status <> 'aired' LIMIT 1)
          FROM air_logs WHERE name = 'log.csv'`,
      ],
      says: /^Su fila 1 no prueba/,
    },
  ],
  accepted_evidence: [
    {
      write: sql`
        UPDATE placements SET locked = false WHERE id = (
          SELECT e.placement_id FROM evidence_report_placements e JOIN evidence_reports r ON r.id = e.report_id
          WHERE r.status = 'accepted' LIMIT 1)`,
      says: /^Está aceptado y 1 de sus colocaciones/,
    },
    {
      write: sql`
        UPDATE placements SET locked = true WHERE id = (
          SELECT p.id FROM placements p WHERE p.status = 'aired' AND NOT p.locked LIMIT 1)`,
      says: /^Está fija y ningún reporte/,
    },
  ],
  owed_credits: [
    {
      write: sql`DELETE FROM owed_credits WHERE objection_id IS NOT NULL`,
      says: /^Se acredita y su crédito propuesto no dice/,
    },
    { write: sql`UPDATE late_starts SET status = 'accepted'`, says: /^Su crédito está aceptado/ },
    {
      write: sql`UPDATE evidence_objections SET status = 'open', decided_at = NULL WHERE status = 'credit'`,
      says: /^Se propone y su decisión/,
    },
  ],
  evidence_coverage: [
    {
      write: sql`
        UPDATE evidence_reports SET aired = aired + 1, coverage_pct = round(100.0 * covered / (aired + 1), 4)
        WHERE id = ${first('evidence_reports', "status = 'draft'")}`,
      says: /^Dice \d+ de \d+ con evidencia y son/,
    },
    {
      write: sql`
        UPDATE evidence_reports SET coverage_pct = 1 WHERE id = ${first('evidence_reports', "status = 'accepted'")}`,
      says: /^Su porcentaje no es/,
    },
  ],
  work_done: [
    {
      write: sql`UPDATE work_orders SET steps_open = steps_open + 1 WHERE id = ${first('work_orders')}`,
      says: /^Dice que le faltan \d+ pasos y son \d+\.$/,
    },
    {
      write: sql`UPDATE work_orders SET steps_open = 1 WHERE id = ${first('work_orders', "status = 'completed'")}`,
      says: /^Está completada y le faltan/,
    },
    {
      write: sql`
        UPDATE work_orders SET blockers = 'Falta el permiso.', blocked_on = business_date()
        WHERE id = ${first('work_orders', "status = 'completed'")}`,
      says: /^Está completada y bloqueada/,
    },
    {
      write: sql`
        UPDATE work_orders SET blockers = ' ', blocked_on = business_date() WHERE id = ${first('work_orders', "status = 'pending'")}`,
      says: /^Está bloqueada y no dice/,
    },
  ],
  work_on_air: [
    {
      write: sql`
        UPDATE tech_sheets SET approved_at = NULL, status = 'pending' WHERE id = (
          SELECT s.id FROM tech_sheets s JOIN work_orders w ON w.order_line_id = s.order_line_id WHERE w.status = 'on_air' LIMIT 1)`,
      says: /nunca se aprobó/,
    },
  ],
  work_removed: [
    {
      write: sql`DELETE FROM work_orders WHERE removal_of_id IS NOT NULL`,
      says: /^Su vuelo terminó/,
    },
    {
      write: sql`UPDATE work_orders SET kind = 'maintenance' WHERE removal_of_id IS NOT NULL`,
      says: /^Retira otra cosa/,
    },
  ],
  late_starts_right: [
    {
      write: sql`UPDATE late_starts SET days_late = days_late + 1`,
      says: /^Dice \d+ días tarde y son \d+\.$/,
    },
    {
      write: sql`UPDATE work_orders SET live_on = live_on + 1 WHERE id IN (SELECT work_order_id FROM late_starts)`,
      says: /^Su orden salió al aire otro día/,
    },
    { write: sql`UPDATE late_starts SET kind = 'compensation', amount = 1`, says: /^Propone días/ },
  ],
  fiscal_numbers: [
    {
      write: sql`UPDATE fiscal_sequences SET next_no = next_no + 1 WHERE id = ${first('fiscal_sequences')}`,
      says: /^Falta el comprobante [BE]\d+\.$/,
    },
    {
      write: [
        raw('DROP INDEX invoices_fiscal_number_key'),
        sql`
          UPDATE invoices SET fiscal_number = 'B0100000001', fiscal_document = 'B01' WHERE id IN (
            SELECT id FROM invoices WHERE status = 'issued' AND company_id = (SELECT company_id FROM invoices LIMIT 1) LIMIT 2)`,
      ],
      says: /está en \d comprobantes/,
    },
    {
      without: ['invoices.invoices_issued_whole'],
      write: sql`UPDATE invoices SET internal_no = NULL WHERE id = ${issued}`,
      says: /Se emitió sin número/,
    },
    {
      write: [
        sql`
          UPDATE invoices i SET fiscal_document = s.document, fiscal_number = s.document || lpad(s.first_no::text, 8, '0')
          FROM fiscal_sequences s WHERE i.id = ${issued} AND s.company_id = i.company_id`,
        sql`UPDATE fiscal_sequences SET expires_on = '2020-01-01', next_no = first_no + 1`,
      ],
      says: /había vencido/,
    },
  ],
  ecf_documents: [
    {
      write: sql`UPDATE invoices SET fiscal_document = 'E31', fiscal_number = 'E310000000001' WHERE id = ${issued}`,
      says: /No tiene su documento/,
    },
    {
      write: [
        sql`UPDATE invoices SET fiscal_document = 'E31', fiscal_number = 'E310000000001' WHERE id = ${issued}`,
        sql`INSERT INTO ecf_documents (encf, invoice_id, company_id) SELECT fiscal_number, id, company_id FROM invoices WHERE id = ${issued}`,
        sql`UPDATE invoices SET ecf_status = 'none' WHERE id = ${issued}`,
      ],
      says: /La factura dice que está none/,
    },
    {
      write: [
        sql`UPDATE invoices SET fiscal_document = 'E31', fiscal_number = 'E310000000001' WHERE id = ${issued}`,
        sql`
          INSERT INTO ecf_documents (encf, invoice_id, company_id, status, signed_at, security_code)
          SELECT fiscal_number, id, company_id, 'signed', now(), 'abcdef' FROM invoices WHERE id = ${issued}`,
      ],
      says: /su archivo falta/,
    },
  ],
  received_documents: [
    {
      write: sql`DELETE FROM received_document_files WHERE document_id = ${first('received_documents')}`,
      says: /Le falta su archivo/,
    },
    {
      write: sql`UPDATE received_document_files SET acknowledgement = '<ARECF/>' WHERE document_id = ${first('received_documents')}`,
      says: /es de otro comprobante/,
    },
    {
      write: sql`DELETE FROM received_document_answers WHERE document_id = ${first('received_documents', "status = 'approved'")}`,
      says: /Se entregó una respuesta/,
    },
    {
      write: [
        sql`UPDATE invoices SET fiscal_document = 'E31', fiscal_number = 'E310000000001' WHERE id = ${issued}`,
        sql`
          INSERT INTO ecf_documents (encf, invoice_id, company_id, customer_answer, customer_answered_at)
          SELECT fiscal_number, id, company_id, 'approved', now() FROM invoices WHERE id = ${issued}`,
      ],
      says: /no muestra lo que respondió/,
    },
  ],
  voided_numbers: [
    {
      write: [
        sql`UPDATE invoices SET fiscal_document = 'E31', fiscal_number = 'E311900000001' WHERE id = ${issued}`,
        sql`
          INSERT INTO fiscal_sequences (name, company_id, document, first_no, last_no, next_no, voided_from)
          SELECT 'E31', company_id, 'E31', 1900000001, 1900000010, 1900000001, 1900000001 FROM invoices WHERE id = ${issued}`,
        sql`
          INSERT INTO voided_numbers (name, company_id, sequence_id, document, first_no, last_no, reason_id)
          SELECT 'E31', company_id, id, document, 1900000001, 1900000010, (SELECT id FROM reasons WHERE kind = 'void' ORDER BY id LIMIT 1)
          FROM fiscal_sequences WHERE document = 'E31' AND voided_from = 1900000001`,
      ],
      says: /Su número se anuló sin usarse/,
    },
    {
      write: sql`UPDATE invoices SET fiscal_document = 'E31', fiscal_number = 'E310000000001', ecf_status = 'voided' WHERE id = ${issued}`,
      says: /Se anuló sin enviarse/,
    },
    {
      write: [
        sql`
          INSERT INTO fiscal_sequences (name, company_id, document, first_no, last_no, next_no)
          SELECT 'E31', company_id, 'E31', 1900000001, 1900000010, 1900000001 FROM invoices WHERE id = ${issued}`,
        sql`
          INSERT INTO voided_numbers (name, company_id, sequence_id, document, first_no, last_no, reason_id)
          SELECT 'E31', company_id, id, document, 1900000001, 1900000010, (SELECT id FROM reasons WHERE kind = 'void' ORDER BY id LIMIT 1)
          FROM fiscal_sequences WHERE document = 'E31' AND last_no = 1900000010`,
      ],
      says: /Todavía puede dar un número anulado/,
    },
  ],
  grouped_invoices: [
    {
      write: grouped(sql`
        UPDATE contracts c SET currency_code = 'EUR' FROM grouped g WHERE c.id = g.contract_id`),
      says: /^El contrato .+ es de otra compañía u otra moneda\.$/,
    },
    {
      write: grouped(sql`
        UPDATE order_line_terms t SET commission_pct = coalesce(t.commission_pct, 0) + 1,
          commission_mode = coalesce(t.commission_mode, 'later_settlement')
        FROM grouped g WHERE t.order_line_id = g.line`),
      says: /^Sus contratos difieren en la comisión de agencia/,
    },
    {
      write: grouped(sql`
        UPDATE invoice_lines l SET total = total + 1 FROM grouped g WHERE (l.invoice_id, l.order_line_id) = (g.id, g.line)`),
      says: /^Lo de sus contratos suma/,
    },
  ],
  billed_lines: [
    {
      without: ['order_lines.order_lines_billed'],
      write: sql`UPDATE order_lines SET billed_net = net + 1 WHERE id = ${first('order_lines', 'net > 0')}`,
      says: /^Se facturó .+ y se vendió/,
    },
    {
      write: sql`UPDATE order_lines SET billed_net = billed_net - 0.01 WHERE id = ${first('order_lines', 'billed_net > 1')}`,
      says: /Sus facturas suman .+ y la línea cuenta/,
    },
  ],
  billed_delivery: [
    {
      write: sql`
        UPDATE quotas SET aired = 0 WHERE order_line_id IN (
          SELECT o.id FROM order_lines o JOIN contracts c ON c.id = o.contract_id
          WHERE o.billed_net > 0 AND o.status = 'active' AND c.billing_plan = 'by_consumption')`,
      says: /de más de lo que se entregó/,
    },
  ],
  applications: [
    {
      write: sql`UPDATE invoices SET written_off = 0.01 WHERE id = ${first('invoices', 'balance > 1')}`,
      says: /no es la suma de sus cobros y notas/,
    },
    {
      write: sql`UPDATE invoices SET paid = paid + 0.01 WHERE id = ${first('invoices', 'paid > 0 AND balance > 1')}`,
      says: /no es la suma de sus cobros y notas/,
    },
    {
      without: ['invoices.invoices_balance_left'],
      write: sql`UPDATE invoices SET paid = total + 1 WHERE id = ${issued}`,
      says: /pagado y acreditado más que su total/,
    },
    {
      write: sql`UPDATE payments SET applied = applied - 0.01 WHERE id = ${first('payments', 'applied > 1')}`,
      says: /no es la suma de sus aplicaciones/,
    },
    {
      write: sql`UPDATE payment_applications SET net = net + 0.01 WHERE id = ${first('payment_applications')}`,
      says: /^Se cuenta en otra compañía, o con otra parte antes de impuestos\.$/,
    },
    {
      without: ['payments.payments_not_overapplied'],
      write: sql`UPDATE payments SET applied = amount + 1 + withheld WHERE id = ${first('payments')}`,
      says: /aplicado más de lo que se cobró/,
    },
  ],
  withholdings: [
    {
      write: sql`UPDATE payments SET withheld = withheld + 1 WHERE id = ${first('payments')}`,
      says: /sus retenciones suman/,
    },
  ],
  exchange_differences: [
    {
      write: sql`
        UPDATE journal_entries SET fx_rate = 2 WHERE id = (
          SELECT l.entry_id FROM journal_lines l JOIN journal_entries e ON e.id = l.entry_id
          WHERE l.invoice_id IS NOT NULL AND e.source_kind = 'invoice' LIMIT 1)`,
      says: /^El libro tiene .+ de más en la moneda/,
    },
    {
      write: [
        sql`UPDATE payments SET fx_rate = 2 WHERE id = ${first('payments', 'applied > 0')}`,
        sql`
          UPDATE journal_entries SET fx_rate = 2
          WHERE source_kind = 'payment' AND source_id = ${first('payments', 'applied > 0')}::text`,
      ],
      says: /^El libro tiene .+ de más en la moneda/,
    },
  ],
  billing_runs: [
    {
      write: sql`
        INSERT INTO invoices (concept, company_id, client_id, currency_code, billing_run_id)
        SELECT 'Borrador', company_id, client_id, currency_code, ${first('billing_runs', "status = 'finished'")}
        FROM invoices LIMIT 1`,
      says: /^Terminó y «.+» no se emitió\.$/,
    },
    {
      write: sql`
        UPDATE billing_runs r SET company_id = (SELECT id FROM companies c WHERE c.id <> r.company_id ORDER BY id LIMIT 1)
        WHERE r.id = ${first('billing_runs', "status = 'finished'")}`,
      says: /^«.+» es de otra compañía\.$/,
    },
    {
      write: sql`
        INSERT INTO billing_run_failures (invoice_id, run_id, reasons)
        SELECT i.id, i.billing_run_id, '[{"text": "x"}]' FROM invoices i
        WHERE i.billing_run_id IS NOT NULL AND i.status = 'issued' ORDER BY i.id LIMIT 1`,
      says: /tiene una falla y no espera emitirse en ella\.$/,
    },
  ],
  ledger_balances: [
    {
      write: sql`UPDATE journal_lines SET debit = debit + 1 WHERE id = ${first('journal_lines', 'debit > 0')}`,
      says: /^Debe .+ y haber/,
    },
    {
      write: sql`UPDATE journal_lines SET invoice_id = NULL WHERE invoice_id = ${first('invoices', 'balance > 0')}`,
      says: /^Su saldo es .+ y el libro dice/,
    },
    {
      write: sql`DELETE FROM journal_entries WHERE id = ${first('journal_entries', 'entry_no = 2')}`,
      says: /no están numerados de corrido/,
    },
  ],
  commissions: [
    {
      write: sql`
        UPDATE agency_commissions SET due_amount = due_amount + 1
        WHERE id = ${first('agency_commissions', "kind = 'accrued'")}`,
      says: /^Su comisión es .+ y tiene exigible/,
    },
    {
      write: sql`
        UPDATE agency_commissions SET pct = pct + 1 WHERE id = ${first('agency_commissions', "beneficiary_kind = 'agency'")}`,
      says: /se calculó al .+ % y la factura dice/,
    },
    {
      write: sql`
        UPDATE agency_commissions SET pct = pct + 1 WHERE id = ${first('agency_commissions', "beneficiary_kind = 'seller'")}`,
      says: /se calculó al .+ %, que ningún renglón vendido fijó\.$/,
    },
  ],
  bank_movements: [
    {
      write: sql`
        UPDATE payments SET amount = amount + 1 WHERE id = (
          SELECT payment_id FROM bank_movements WHERE status = 'settled' AND payment_id IS NOT NULL LIMIT 1)`,
      says: /^Su cobro es de .+ y el banco dice/,
    },
    {
      write: sql`
        UPDATE bank_movements SET outcome = 'several', payment_id = NULL WHERE id = (
          SELECT id FROM bank_movements WHERE status = 'settled' AND payment_id IS NOT NULL AND amount > 0 LIMIT 1)`,
      says: /^Sus cobros suman 0 y el banco dice/,
    },
    {
      write: sql`UPDATE bank_files SET settled = settled + 1`,
      says: /^Cuenta \d+ movimientos resueltos y tiene/,
    },
    {
      write: [
        sql`DROP INDEX bank_movements_once`,
        sql`
          UPDATE bank_movements m SET booked_on = o.booked_on, amount = o.amount, reference = o.reference, ordinal = o.ordinal
          FROM (SELECT * FROM bank_movements WHERE status = 'pending' ORDER BY line LIMIT 1) o
          WHERE m.id = (SELECT id FROM bank_movements WHERE status = 'pending' ORDER BY line DESC LIMIT 1)`,
      ],
      says: /^Está 2 veces/,
    },
  ],
  barter: [
    {
      write: sql`UPDATE barter_receipts SET used = used - 0.01 WHERE id = ${first('barter_receipts', 'used > 1')}`,
      says: /No es lo que dice su cobro/,
    },
    {
      write: sql`
        UPDATE contracts SET contract_type = 'normal' WHERE id = (
          SELECT i.contract_id FROM barter_receipts r JOIN payment_applications a ON a.payment_id = r.payment_id
            JOIN invoices i ON i.id = a.invoice_id ORDER BY r.id LIMIT 1)`,
      says: /que no es de un contrato de canje/,
    },
  ],
  commission_settlements: [
    {
      write: sql`
        INSERT INTO agency_commissions (name, beneficiary_kind, agency_id, seller_id, invoice_id, document_id, kind, accrued_on,
          accrual, currency_code, base_amount, pct, amount)
        SELECT name, beneficiary_kind, agency_id, seller_id, invoice_id, document_id, 'reversed', accrued_on, accrual, currency_code, 0, pct, 1
        FROM agency_commissions WHERE id = ${first('agency_commissions')}`,
      says: /de comisiones en DOP según el libro y .+ según sus comisiones\.$/,
    },
    {
      write: sql`UPDATE agency_commissions SET settled_amount = settled_amount + 1 WHERE id = ${first('agency_commissions')}`,
      says: /^Tiene liquidado .+ y sus liquidaciones suman/,
    },
  ],
  volume_rebates: [
    {
      write: sql`
        INSERT INTO rebate_accruals (name, company_id, agency_id, volume_rebate_id, period, base, currency_code, base_amount,
          pct, amount, prepared_by_id)
        SELECT 'Sin asiento', c.id, a.id, new_id(), '[2020-01-01,2020-04-01)', 'net', 'DOP', 100, 1, 1, u.id
        FROM companies c, agencies a, users u ORDER BY c.id, a.id, u.id LIMIT 1`,
      says: /de bonificaciones en DOP según el libro y .+ según ellas\.$/,
    },
    {
      write: sql`
        INSERT INTO rebate_accruals (name, company_id, agency_id, volume_rebate_id, period, base, currency_code, base_amount,
          pct, amount, prepared_by_id, approved_by_id, status, credited)
        SELECT 'Sin notas', c.id, a.id, new_id(), '[2020-01-01,2020-04-01)', 'net', 'DOP', 100, 1, 1, u.id, new_id(),
          'credited', 1
        FROM companies c, agencies a, users u ORDER BY c.id, a.id, u.id LIMIT 1`,
      says: /^Tiene acreditado 1\.00 y sus notas dan 0\.$/,
    },
  ],
  openings: [
    {
      write: sql`
        WITH opening AS (
          INSERT INTO openings (name, company_id, opened_on, status, posted_by_id)
          SELECT 'Sin asiento', i.company_id, i.issue_date, 'posted', u.id FROM invoices i, users u
          WHERE i.id = ${issued} ORDER BY u.id LIMIT 1 RETURNING id)
        UPDATE invoices i SET opening_id = o.id FROM opening o WHERE i.id = ${issued}`,
      says: /^Sus documentos suman .+ y su asiento 0\.$/,
    },
    {
      write: sql`
        WITH opening AS (
          INSERT INTO openings (name, company_id, opened_on, status, posted_by_id)
          SELECT 'Sin asiento', c.id, business_date(), 'posted', u.id FROM companies c, users u ORDER BY c.id, u.id LIMIT 1
          RETURNING id)
        INSERT INTO payment_withholdings (name, opening_id, client_id, tax, currency_code, amount, withheld_on)
        SELECT 'R-1 · ISR', o.id, c.id, 'isr', 'DOP', 5, business_date() FROM opening o, clients c ORDER BY c.id LIMIT 1`,
      says: /^Sus documentos suman 5\.00 en DOP y su asiento 0\.?/,
    },
  ],
  advances: [
    {
      write: sql`UPDATE payments SET applied = applied - 0.01 WHERE id = ${first('payments', "status = 'registered' AND applied > 0")}`,
      says: /^Sus anticipos son .+ en el libro y/,
    },
  ],
  promises: [
    {
      write: sql`UPDATE payment_promises SET received = 1 WHERE id = ${first('payment_promises', "status = 'open' AND received = 0")}`,
      says: /^Tiene recibido 1\.00 y sus pagos suman 0\.$/,
    },
    {
      write: sql`
        INSERT INTO payment_promise_receipts (promise_id, application_id, amount)
        SELECT ${first('payment_promises')}, id, amount + 1 FROM payment_applications
        WHERE id = ${first('payment_applications', 'amount > 0')}`,
      says: /^De ella cuentan .+ para promesas\.$/,
    },
  ],
  held_cases: [
    {
      write: [
        sql`DELETE FROM collection_cases`,
        sql`
          INSERT INTO collection_cases (name, client_id, currency_code, overdue_since, credit_hold, held_on, opened_on)
          SELECT trade_name, id, 'DOP', business_date(), 'held', business_date(), business_date() FROM clients c
          WHERE NOT EXISTS (SELECT FROM invoices i WHERE i.client_id = c.id AND i.balance > 0) ORDER BY id LIMIT 1`,
      ],
      says: /^Está retenido y no debe tanto/,
    },
  ],
  deferred_income: [
    {
      write: sql`
        INSERT INTO income_deferrals (fiscal_period_id, month, company_id, order_line_id, currency_code, billed,
          deferred, amount)
        SELECT f.id, f.month, f.company_id, o.id, o.currency_code, 10, 10, 10
        FROM order_lines o, fiscal_periods f
        WHERE f.id = ${first('fiscal_periods')} AND o.id = ${first('order_lines')}`,
      says: /^Tiene diferido .+ en el libro y .+ según los cierres\.$/,
    },
    {
      write: sql`
        INSERT INTO income_deferrals (fiscal_period_id, month, company_id, order_line_id, currency_code, billed,
          deferred, amount)
        SELECT f.id, f.month, f.company_id, o.id, o.currency_code, 10, 5, 10
        FROM order_lines o, fiscal_periods f
        WHERE f.id = ${first('fiscal_periods')} AND o.id = ${first('order_lines')}`,
      says: /^Al cerrar .+ se difirió 5\.00 y sus cierres suman 10\.00\.$/,
    },
  ],
  closed_months: [
    {
      write: [
        sql`
          INSERT INTO audit_log (entity, entity_id, action, before, after)
          SELECT 'fiscal_periods', id::text, 'close', '{"status": "open"}', '{"status": "closed"}' FROM fiscal_periods
          WHERE status = 'closed'`,
        sql`UPDATE journal_entries SET created_at = now() + interval '1 day'`,
      ],
      says: /después de cerrarlo/,
    },
  ],
  spaces_of_stopped_contracts: [
    {
      write: sql`
        UPDATE contracts SET status = 'suspended', suspended_on = business_date() - 400, suspension_kind = 'other',
          suspension_spaces = 'released'
        WHERE id = (SELECT o.contract_id FROM capacity_cells s JOIN order_lines o ON o.id = s.order_line_id
          JOIN contracts c ON c.id = o.contract_id
          WHERE c.status = 'active' AND s.day >= business_date() ORDER BY s.id LIMIT 1)`,
      says: /^Está suspendido sin sus espacios y ocupa uno el \d\d\/\d\d\/\d{4}\.$/,
    },
    {
      write: [
        sql`
          UPDATE contracts SET status = 'cancelled'
          WHERE id = (SELECT o.contract_id FROM capacity_cells s JOIN order_lines o ON o.id = s.order_line_id
            JOIN contracts c ON c.id = o.contract_id
            WHERE c.status = 'active' AND s.day >= business_date() ORDER BY s.id LIMIT 1)`,
        sql`
          INSERT INTO cancellation_proposals (label, contract_id, client_id, effective_on, reason)
          SELECT 'Cancelación', id, client_id, business_date() - 400, 'Cierra' FROM contracts
          WHERE status = 'cancelled' AND signed_on IS NOT NULL`,
      ],
      says: /^Terminó el .+ y ocupa un espacio el \d\d\/\d\d\/\d{4}\.$/,
    },
  ],
  cancellation_amounts: [
    {
      without: ['cancellation_proposals.cancellation_proposals_whole'],
      write: sql`
        INSERT INTO cancellation_proposals (label, contract_id, client_id, effective_on, reason, contracted)
        SELECT 'Cancelación', id, client_id, business_date(), 'Cierra', 1 FROM contracts
        WHERE id = ${first('contracts', "status = 'active'")}`,
      says: /^Sus importes no cuadran\.$/,
    },
    {
      write: sql`UPDATE contracts SET status = 'cancelled' WHERE id = ${first('contracts', "status = 'active'")}`,
      says: /no se sabe qué se liquida/,
    },
  ],
  portfolio_splits: [
    {
      write: sql`UPDATE portfolio_assignments SET split_pct = 90 WHERE id = ${first('portfolio_assignments', 'split_pct = 100')}`,
      says: /sus partes suman 90\.0000 %/,
    },
  ],
  one_principal: [
    {
      without: ['portfolio_assignments.portfolio_assignments_one_principal'],
      write: sql`
        INSERT INTO portfolio_assignments (client_id, user_id, role, split_pct, valid)
        SELECT client_id, user_id, 'principal', 100, valid FROM portfolio_assignments
        WHERE id = ${first('portfolio_assignments', "role = 'principal'")}`,
      says: /más de un vendedor principal/,
    },
    {
      write: sql`
        UPDATE portfolio_assignments SET role = 'additional'
        WHERE id = ${first('portfolio_assignments', "role = 'principal' AND split_pct = 100 AND valid @> business_date()")}`,
      says: /ninguno es el principal/,
    },
  ],
  document_totals: ['quotes', 'contracts', 'invoices'].map((table) => ({
    write: sql`UPDATE ${raw(table)} SET net = net + 0.01 WHERE id = ${first(table, 'net > 0')}`,
    says: /no son la suma de sus líneas/,
  })),
  audit_chain: [
    {
      write: sql`UPDATE audit_log SET reason = 'otro' WHERE id = (SELECT audit_id FROM audit_chain WHERE position = 7)`,
      says: /se cambió o se borró/,
    },
  ],
  guards: [
    {
      write: raw('ALTER TABLE quotes DISABLE TRIGGER refuse_frozen'),
      says: /^Esta tabla tiene una defensa apagada: refuse_frozen\.$/,
    },
    { write: raw('DROP TRIGGER audit_change ON clients'), says: /no anota sus cambios/ },
  ],
  row_versions: [
    { write: raw('ALTER TABLE quotes DISABLE TRIGGER touch_row'), says: /no cuenta las versiones/ },
  ],
  idempotency: [
    {
      write: sql`
        INSERT INTO idempotency_keys (key_hash, owner, route, request_hash) VALUES ('\\x01', 'x', 'POST /api/x', '\\x02')`,
      says: /sin su respuesta/,
    },
    {
      write: raw('ALTER TABLE idempotency_keys DROP CONSTRAINT idempotency_keys_pkey'),
      says: /no existe o no vale/,
    },
  ],
};

const all = Object.entries(breaks).flatMap(([name, of]) => of.map((one, place) => ({ name, place, ...one })));

test.each(invariants)('$number $name holds in the demonstration data', async (invariant) => {
  const { state, rows, problem } = await prove(api.database, invariant);
  expect({ state, rows, problem }).toEqual({ state: 'passed', rows: [], problem: null });
});

describe('a violation is found', () => {
  test.each(all)('of $name, $place', async ({ name, without = [], write, says }) => {
    const invariant = invariants.find((one) => one.name === name);
    expect(invariant, name).toBeDefined();
    const offending = invariant?.offending ?? sql``;
    await superuser.query('BEGIN; SET LOCAL session_replication_role = replica');
    try {
      for (const one of without)
        await superuser.query(`ALTER TABLE ${one.split('.')[0]} DROP CONSTRAINT ${one.split('.')[1]}`);
      for (const { text, values } of Array.isArray(write) ? write : [write as Sql])
        await superuser.query(text, [...values]);
      const { rows } = await superuser.query<{ label: string; wrong: string }>(offending.text, [
        ...offending.values,
      ]);
      expect(
        rows.filter(({ label, wrong }) => label && says.test(wrong)).length,
        JSON.stringify(rows),
      ).toBeGreaterThan(0);
    } finally {
      await superuser.query('ROLLBACK');
    }
  });
});

test('every invariant is shown to fail, and has a name of its own', () => {
  const names = invariants.map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
  expect(Object.keys(breaks).toSorted()).toEqual(names.toSorted());
  for (const name of names) expect(name).toMatch(/^[a-z][a-z_]{1,59}$/);
});

test('the numbers of the domain model are proved', () => {
  const proved = new Set(invariants.map(({ number }) => number));
  expect([...proved].toSorted()).toEqual(
    Array.from({ length: 20 }, (_, place) => `I${place + 1}`).toSorted(),
  );
});
