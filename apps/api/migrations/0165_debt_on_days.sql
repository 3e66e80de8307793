-- What was owed, and what was open in the pipeline, at the end of many days is read from indexes alone: reports of a year by
-- months, compared with the year before, looked up every document and every entry of the log in its table.

SELECT set_config('pauta.request', 'migration:0165', true), set_config('pauta.reason', 'Cartera y oportunidades al día de', true);

CREATE INDEX invoices_on_days ON invoices (issue_date)
  INCLUDE (id, doc_kind, status, due_date, currency_code, total, balance, company_id, client_id, agency_id, bill_to, is_opening)
  WHERE status IN ('issued', 'voided');
CREATE INDEX invoices_in_parts ON invoices (id) INCLUDE (balance) WHERE instalments IS NOT NULL;
CREATE INDEX payment_applications_on_days ON payment_applications (applied_on) INCLUDE (invoice_id, amount);

-- As before, with what is read of each entry.
DROP INDEX opportunity_moves_opportunity_id;
CREATE INDEX opportunity_moves_opportunity_id ON opportunity_moves (opportunity_id, moved_at, id)
  INCLUDE (to_stage_id, expected_amount, currency_code);

-- Only the history of debt used it, which is read as the report is since.
DROP INDEX invoices_falling_due;
