import { clientRegistrations } from '@pauta/domain/crm/registrations/client-registration.ts';
import sql, { raw } from 'sql-template-tag';
import type { FileOwner } from '../../resource/engine.ts';
import { scopeCondition } from '../../resource/reading/row-scope.ts';

/** Documents of registrations, including removed ones. */
export const registrationFiles: FileOwner = {
  isOwned: raw('EXISTS (SELECT FROM client_registration_documents d WHERE d.file_id = f.id)'),
  isOwnedBySeen: (actor) => sql`EXISTS (
    SELECT FROM client_registration_documents d JOIN client_registrations t ON t.id = d.client_registration_id
    WHERE d.file_id = f.id AND d.removed_at IS NULL AND ${scopeCondition(clientRegistrations, actor)})`,
};
