import { agencies } from '@pauta/domain/crm/agencies/agency.ts';
import { clients } from '@pauta/domain/crm/clients/client.ts';
import { newLineId } from '@pauta/domain/document/line-id.ts';
import type { AnyRecord } from '@pauta/domain/resource/resource.ts';
import sql from 'sql-template-tag';
import { systemChange } from '../../platform/database/database.ts';
import { sampleBody } from '../../testing/sample-values.ts';
import { createUser, signIn } from '../../testing/sign-in.ts';
import type { TestApi } from '../../testing/test-api.ts';

/** A company that can issue, with who buys from it, and calls as an administrator. */
export type BillingFixture = Awaited<ReturnType<typeof billingFixture>>;

/**
 * Completes the companies of a test database so that they can issue, and creates a client and an agency.
 *
 * @param options `sample`: count of the sample values of client and agency; `firstNumber`: of the fiscal sequences.
 *   Others are for tests that create further samples
 */
export const billingFixture = async (api: TestApi, { sample = 2, firstNumber = 1 } = {}) => {
  const { database } = api;
  const headers = await signIn(api, await createUser(api));
  const post = async (url: string, payload: object): Promise<AnyRecord> => {
    const response = await api.inject({ method: 'POST', url, headers, payload });
    if (response.statusCode !== 201) throw new Error(response.body);
    return response.json().data;
  };
  const company = await database.transaction(systemChange('test'), async (tx) => {
    const row = await tx.one<{ id: string }>(
      sql`UPDATE companies SET tax_id_type = 'OTRO', tax_id = 'EMISOR' RETURNING id`,
    );
    for (const document of ['B01', 'B02', 'B03', 'B04', 'B14', 'B15', 'B16'])
      await tx.query(sql`
        INSERT INTO fiscal_sequences (company_id, document, first_no, last_no)
        VALUES (${row?.id}::uuid, ${document}, ${firstNumber}, ${firstNumber + 89_999})`);
    return row;
  });
  const companyId = company?.id ?? '';
  const account = await post('/api/bank-accounts', {
    company_id: companyId,
    bank: 'Banco de Prueba',
    account_no: '960-1',
  });
  const client = await post('/api/clients', {
    ...(await sampleBody(database, clients, sample)),
    taxpayer_type: 'taxpayer',
    tax_exempt: false,
    tax_exempt_doc: undefined,
    tax_exempt_until: undefined,
  });
  const agency = await post('/api/agencies', {
    ...(await sampleBody(database, agencies, sample)),
    commission_mode: 'invoice_discount',
  });
  let references = 0;
  const call = (method: 'GET' | 'POST' | 'PATCH', url: string, payload?: object, version?: number) =>
    api.inject({
      method,
      url,
      ...(payload && { payload }),
      headers: { ...headers, ...(version !== undefined && { 'if-match': `"${version}"` }) },
    });
  /** A new draft with lines of these prices; one of 1,000.00 by default. */
  const draft = (
    values: object = {},
    lines: readonly object[] = [{ unit_price: '1000' }],
  ): Promise<AnyRecord> =>
    post('/api/invoices', {
      concept: 'Publicidad',
      company_id: companyId,
      client_id: client.id,
      ...values,
      lines: {
        put: lines.map((line, index) => ({ id: newLineId(), description: `Cuña ${index + 1}`, ...line })),
      },
    });
  const issue = async (invoice: AnyRecord, input: object = {}): Promise<AnyRecord> => {
    const response = await call('POST', `/api/invoices/${invoice.id}/issue`, input, invoice.row_version);
    if (response.statusCode !== 200) throw new Error(response.body);
    return response.json().data;
  };
  return {
    companyId,
    clientId: client.id,
    agencyId: agency.id,
    bankAccountId: account.id,
    headers,
    call,
    draft,
    issue,
    /** A new issued invoice. */
    issued: async (values?: object, lines?: readonly object[]): Promise<AnyRecord> =>
      issue(await draft(values, lines)),
    pay: (amount: string, values: object = {}): Promise<AnyRecord> => {
      references += 1;
      return post('/api/payments', {
        company_id: companyId,
        client_id: client.id,
        received_on: '2026-01-15',
        method: 'transfer',
        bank_account_id: account.id,
        reference: `REF-${references}`,
        amount,
        ...values,
      });
    },
    /** A new invoice of the client for what it gives by barter, without tax. */
    barter: (amount: string, values: object = {}): Promise<AnyRecord> => {
      references += 1;
      return post('/api/barter-receipts', {
        company_id: companyId,
        client_id: client.id,
        fiscal_number: `B01${String(references).padStart(8, '0')}`,
        issued_on: '2026-01-10',
        received_on: '2026-01-15',
        description: 'Noches de hotel',
        amount,
        ...values,
      });
    },
    read: async (path: string, id: string): Promise<AnyRecord> =>
      (await call('GET', `/api/${path}/${id}`)).json().data,
    /** Id of the first reason of this kind. */
    reason: async (kind: string): Promise<string> => {
      const row = await database.one<{ id: string }>(
        sql`SELECT id FROM reasons WHERE kind = ${kind} ORDER BY sort_order LIMIT 1`,
      );
      return row?.id ?? '';
    },
  };
};

/**
 * What has to hold at any time (invariants I7, I10, I11): each row names a contradiction between documents, applications
 * and the ledger; there are none.
 */
export const contradictions = (api: TestApi): Promise<readonly { readonly what: string }[]> =>
  api.database.query(sql`
    WITH owed AS (
      SELECT l.invoice_id, sum(l.debit - l.credit) AS amount FROM journal_lines l
        JOIN journal_entries e ON e.id = l.entry_id AND e.source_kind <> 'exchange'
        JOIN posting_accounts p ON p.gl_account_id = l.gl_account_id
          AND p.role IN ('receivable_clients', 'receivable_agencies')
      GROUP BY 1),
    advances AS (
      SELECT coalesce(l.client_id, l.agency_id) AS payer, e.currency_code AS currency, sum(l.credit - l.debit) AS amount
      FROM journal_lines l JOIN journal_entries e ON e.id = l.entry_id AND e.source_kind <> 'exchange'
        JOIN posting_accounts p ON p.gl_account_id = l.gl_account_id AND p.role = 'advances'
      GROUP BY 1, 2)
    SELECT 'balance and ledger of ' || i.concept AS what FROM invoices i LEFT JOIN owed o ON o.invoice_id = i.id
      WHERE i.balance <> coalesce(o.amount, 0)
    UNION ALL
    SELECT 'paid of ' || i.concept FROM invoices i
      WHERE i.paid <> (SELECT coalesce(sum(amount), 0) FROM payment_applications a WHERE a.invoice_id = i.id)
    UNION ALL
    SELECT 'credited of ' || i.concept FROM invoices i WHERE i.credited <> (
      SELECT coalesce(sum(total), 0) FROM invoices n
      WHERE n.modifies_invoice_id = i.id AND n.doc_kind = 'credit_note' AND n.status = 'issued')
    UNION ALL
    SELECT 'applied of ' || p.receipt_no FROM payments p
      WHERE p.applied <> (SELECT coalesce(sum(payment_amount), 0) FROM payment_applications a WHERE a.payment_id = p.id)
    UNION ALL
    SELECT 'advances of ' || a.payer FROM advances a WHERE a.amount <> (
      SELECT coalesce(sum(unapplied), 0) FROM payments p
      WHERE coalesce(p.client_id, p.agency_id) = a.payer AND p.currency_code = a.currency)
    UNION ALL
    SELECT 'company currency of ' || i.concept || ' by ' || d.amount
      FROM exchange_differences((SELECT array_agg(id) FROM invoices WHERE status IN ('issued', 'voided')), NULL) d
        JOIN invoices i ON i.id = d.invoice_id
      WHERE d.amount <> 0
    UNION ALL
    SELECT 'company currency of ' || p.receipt_no || ' by ' || d.amount
      FROM payments p CROSS JOIN LATERAL exchange_differences(NULL, p.id) d WHERE d.amount <> 0
    UNION ALL
    SELECT 'entry ' || e.entry_no FROM journal_entries e
      WHERE e.debit <> (SELECT sum(debit) FROM journal_lines l WHERE l.entry_id = e.id) OR e.debit <> e.credit
    UNION ALL
    SELECT 'numbers of entries' FROM journal_entries HAVING count(*) <> coalesce(max(entry_no), 0)
    UNION ALL
    SELECT 'lines of ' || i.concept FROM invoices i
      WHERE i.total <> (SELECT coalesce(sum(total), 0) FROM invoice_lines l WHERE l.invoice_id = i.id)
    UNION ALL
    SELECT 'due commission of ' || i.concept FROM agency_commissions c JOIN invoices i ON i.id = c.invoice_id
      GROUP BY i.id, i.concept, i.paid, i.total, i.credited, c.beneficiary_kind, c.beneficiary_id, c.accrual, c.pct
      HAVING sum(c.amount) < 0 OR sum(c.due_amount) > sum(c.amount)
        OR sum(c.due_amount) <> sum(CASE WHEN c.accrual = 'invoice' THEN c.amount ELSE 0 END)
          + CASE WHEN i.paid = 0 THEN 0
            ELSE round(sum(CASE WHEN c.accrual = 'payment' THEN c.amount ELSE 0 END) * i.paid / (i.total - i.credited), 2) END
    UNION ALL
    SELECT 'line ' || b.description || ' of ' || i.concept FROM invoice_lines b JOIN invoices i ON i.id = b.invoice_id
        JOIN invoice_lines l ON l.original_line_id = b.id
        JOIN invoices n ON n.id = l.invoice_id AND n.status = 'issued'
      GROUP BY b.id, i.concept HAVING sum(l.net) > b.net OR sum(l.tax) > b.tax`);
