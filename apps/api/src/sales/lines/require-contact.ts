import { referenceId } from '@pauta/domain/kinds/reference.ts';
import type { Values } from '@pauta/domain/resource/resource.ts';
import sql from 'sql-template-tag';
import type { Transaction } from '../../platform/database/database.ts';
import { invalid } from '../../platform/http/problem.ts';

/** Refuses a contact who speaks for neither the client nor the agency. */
export const requireContactOfCompany = async (tx: Transaction, values: Values): Promise<void> => {
  const contact = referenceId(values.contact_id);
  if (contact === null) return;
  const companies = [referenceId(values.client_id), referenceId(values.agency_id)].filter(
    (id) => id !== null,
  );
  const found = await tx.one(sql`
    SELECT 1 AS one FROM contacts c WHERE c.id = ${contact}::uuid
      AND (coalesce(c.client_id, c.agency_id) = ANY(${companies}::uuid[]) OR EXISTS (
        SELECT FROM contact_affiliations a WHERE a.contact_id = c.id AND a.valid @> business_date()
          AND coalesce(a.client_id, a.agency_id) = ANY(${companies}::uuid[])))`);
  if (!found) {
    throw invalid({
      contact_id: ['Esa persona no es del cliente ni de la agencia. Elija otra o agréguele la empresa.'],
    });
  }
};
